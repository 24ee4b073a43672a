// expect: refuted
// finding: race confirmed error A
// more: yes
// `size` is n.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n, int m) {
  int& size = n;
  const int blocks = n / 192;
  size = m;
  columns<<<blocks, 192>>>(v, n);
}
