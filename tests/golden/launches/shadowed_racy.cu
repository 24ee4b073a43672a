// expect: refuted
// finding: race confirmed error A
// more: yes
// The outer n stays what it was.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void run(float* v, int n, int m) {
  int blocks = n / 192;
  {
    int n = m;
    blocks = n / 192;
  }
  columns<<<blocks, 192>>>(v, n);
}
