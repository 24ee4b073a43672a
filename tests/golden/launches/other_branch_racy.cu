// expect: refuted
// finding: race confirmed error A
// more: yes
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n, bool half) {
  int blocks = n / 192;
  if (half) n /= 2;
  columns<<<blocks, 192>>>(v, n);
}
