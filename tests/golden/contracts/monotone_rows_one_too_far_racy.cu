// expect: refuted
// flags: --assume "monotone(row)"
// finding: race confirmed error A A
// The last element of a row is the first of the next one.
__global__ void scale(float* value, const int* row, const float* factor, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (int i = row[r]; i <= row[r + 1]; i++) value[i] *= factor[r]; /*A*/
}
