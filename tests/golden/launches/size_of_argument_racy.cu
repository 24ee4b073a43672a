// expect: refuted
// finding: race confirmed error A
// more: yes
// One block more than that.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) {
  dim3 grid(n / 192 + 1), block(192);
  columns<<<grid, block>>>(v, n);
}
