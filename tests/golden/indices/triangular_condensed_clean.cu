// expect: verified
// flags: --block 16,16
// The condensed distance matrix as SciPy has it.
__global__ void distances(float* a, const float* x, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < j && j < n)
    a[n * (n - 1) / 2 - (n - i) * (n - i - 1) / 2 + j - i - 1] = x[i] - x[j];
}
