// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B C
// more: yes
// flags: --block 512
// A scan in place whose indices are kept in bytes: of blocks of 512 they do not fit.
extern "C" __global__ void scan_of_more_bytes(unsigned* out, const unsigned* lengths) {
  __shared__ unsigned sums[512];
  unsigned t = threadIdx.x;
  sums[t] = lengths[t];
  unsigned width = 1;
  for (unsigned d = blockDim.x >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      unsigned char left = width * (2 * t + 1) - 1;
      unsigned char right = width * (2 * t + 2) - 1;
      /*A*/sums[right] += sums[left];
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
      /*B*/sums[left] = sums[right];
      /*C*/sums[right] += kept;
    }
  }
  __syncthreads();
  out[t] = sums[t];
}
