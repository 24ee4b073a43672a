// expect: verified
// finding: same-value-write confirmed warning A A
// suggests: blockDim.x <= 256
// Two threads have one cell where blocks are wider than what the index counts by: of a warning, too, is told what
// most kernels rely on.
__global__ void widen(int n, int first, const unsigned char* from, float* to) {
  const unsigned i = blockIdx.x * 256 + threadIdx.x + first;
  if (i - first < n) to[i] = from[i]; /*A*/
}
