// expect: verified
// Cells of threads in front of the first, wherever that is: the grid is not so large that they wrap.
__global__ void shifted(int *a, int *b, int *c, int *d, unsigned first, int by, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i - first] = i;
  const unsigned k = i + by;
  if (k < n) b[k] = i;
  c[i + by] = i;
  d[(size_t)(i - first) * 2 + 1] = i;
}
