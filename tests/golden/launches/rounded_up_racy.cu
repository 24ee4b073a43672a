// expect: refuted
// finding: race confirmed error A
// more: yes
// Rounded up, the last block may reach past n.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
template <class T> T ceil_div(T a, T b) { return (a + b - 1) / b; }
void run(float* v, int n) {
  const int block_size = 256;
  const int grid_size = ceil_div(n, block_size);
  columns<<<grid_size, block_size>>>(v, n);
}
