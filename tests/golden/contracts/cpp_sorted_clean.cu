// expect: verified
__global__ void scale(float* values, const int* row, int n) {
  __requires(sorted(row));
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int k = row[r]; k < row[r + 1]; ++k) values[k] *= 2;
}
