// expect: verified
// flags: --block 16,16
// Rows of an upper triangle get shorter: row i begins at i * n - i * (i - 1) / 2.
__global__ void fill(float* a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= j && j < n) a[i * n - i * (i - 1) / 2 + (j - i)] = i - j;
}
