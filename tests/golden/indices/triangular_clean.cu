// expect: verified
// flags: --block 16,16
// Row i of a triangular matrix begins behind the i * (i + 1) / 2 cells of those before.
__global__ void fill(float* a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j <= i) a[i * (i + 1) / 2 + j] = i - j;
}
