// expect: error
// flags: --assume "distinct(n)"
__global__ void first(int* out, const int* row, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n) out[row[r]] = r;
}
