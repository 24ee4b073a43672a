// expect: refuted
// flags: --launches ignore
// finding: race confirmed error A A
// As rounded_up_clean.cu, but the launch is not asked: n may be anything.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) { columns<<<n / 192, 192>>>(v, n); }
