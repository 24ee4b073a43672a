// expect: verified
// flags: --block 256
// Packed columns, each of a thread: column j begins at j * (2 * n - j - 1) / 2, less j.
__global__ void pack(float* a, const float* full, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    for (int i = j; i < n; ++i) a[i + j * (2 * n - j - 1) / 2] = full[i * n + j];
}
