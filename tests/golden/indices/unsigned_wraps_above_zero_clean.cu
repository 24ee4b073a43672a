// expect: verified
// flags: --block 64 --grid 1
// Wrapped or not, sums of different threads differ, and few of them are small.
__global__ void above(int *out, int *sums, int first, unsigned n) {
  const unsigned k = threadIdx.x + first;
  if (k < n) sums[k] = threadIdx.x;
  if (first < 0 && k < 1) out[0] = threadIdx.x;
  const size_t m = (size_t)threadIdx.x + first;
  if (m == 3) out[1] = threadIdx.x;
  for (unsigned i = threadIdx.x + 64; i < n; i += 64) out[i] = first;
}
