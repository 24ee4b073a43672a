// expect: refuted
// finding: race confirmed error A
// more: yes
// A handler changes n.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
void work();
void run(float* v, int n) {
  const int blocks = n / 192;
  try {
    work();
  } catch (...) {
    n = 192;
  }
  columns<<<blocks, 192>>>(v, n);
}
