// expect: refuted
// finding: race confirmed error A A
// Rows of a sparse matrix overlap when the offsets are not sorted.
__global__ void rows(int* out, const int* offset, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int i = offset[r]; i < offset[r + 1]; i++) out[i] = r; /*A*/
}
