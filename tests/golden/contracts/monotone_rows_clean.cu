// expect: verified
// flags: --assume "monotone(row)"
// assumes: monotone(row) (--assume)
// The rows of a sparse matrix in compressed form: parts of their own.
__global__ void scale(float* value, const int* row, const float* factor, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (int i = row[r]; i < row[r + 1]; i++) value[i] *= factor[r];
}
