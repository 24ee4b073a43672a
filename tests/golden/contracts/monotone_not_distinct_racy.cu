// expect: refuted
// flags: --assume "monotone(row)"
// finding: race confirmed error A A
// Empty rows start at one element.
__global__ void first(int* out, const int* row, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) out[row[r]] = r; /*A*/
}
