// expect: verified
// flags: --infer-requires
// under: monotone(row)
__global__ void scale(float* values, const int* row, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int k = row[r]; k < row[r + 1]; ++k) values[k] *= 2;
}
