// expect: verified
// flags: --block 256
// A scan in place whose indices are kept in bytes: they fit, as all values of both loops are known.
extern "C" __global__ void scan_of_bytes(unsigned* out, const unsigned* lengths) {
  __shared__ unsigned sums[256];
  unsigned t = threadIdx.x;
  sums[t] = lengths[t];
  unsigned width = 1;
  for (unsigned d = blockDim.x >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      unsigned char left = width * (2 * t + 1) - 1;
      unsigned char right = width * (2 * t + 2) - 1;
      sums[right] += sums[left];
    }
    width *= 2;
  }
  if (t == 0) sums[blockDim.x - 1] = 0;
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    width >>= 1;
    __syncthreads();
    if (t < d) {
      unsigned char left = width * (2 * t + 1) - 1;
      unsigned char right = width * (2 * t + 2) - 1;
      unsigned kept = sums[left];
      sums[left] = sums[right];
      sums[right] += kept;
    }
  }
  __syncthreads();
  out[t] = sums[t];
}
