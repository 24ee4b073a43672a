// expect: refuted
// flags: --block 16,16
// finding: race confirmed error A A
// more: yes
// The rows begin one cell too early for each before them.
__global__ void fill(float* a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= j && j < n) a[i * n - i * (i + 1) / 2 + (j - i)] = i - j; /*A*/
}
