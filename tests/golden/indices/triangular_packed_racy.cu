// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// more: yes
// Each column is a cell too long.
__global__ void pack(float* a, const float* full, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    for (int i = j; i <= n; ++i) a[i + j * (2 * n - j - 1) / 2] = full[i * n + j]; /*A*/
}
