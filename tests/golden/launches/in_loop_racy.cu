// expect: refuted
// finding: race confirmed error A
// more: yes
// n shrinks from one launch to the next, the grid does not.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n) {
  const int blocks = n / 192;
  for (int k = 0; k < 3; k++) {
    columns<<<blocks, 192>>>(v, n);
    n /= 2;
  }
}
