// expect: refuted
// flags: --block 16,16
// finding: race confirmed error A A
// more: yes
// The diagonal has no cell: it takes the last one of the row before.
__global__ void distances(float* a, const float* x, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= j && j < n)
    a[n * (n - 1) / 2 - (n - i) * (n - i - 1) / 2 + j - i - 1] = x[i] - x[j]; /*A*/
}
