// expect: verified
// flags: --assume "sorted(row)"
// assumes: sorted(row) (--assume)
// Rows of a sparse matrix: the ranges of two rows are disjoint.
__global__ void scale(float* vals, const int* row, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int k = row[r]; k < row[r + 1]; ++k) vals[k] *= 2.0f;
}
