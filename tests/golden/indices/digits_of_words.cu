// expect: verified
// Eight digits of two words count in a column of a thread's own: which digit of which word it is makes no difference.
__global__ void __launch_bounds__(64) count(const uint2* words, unsigned* out, unsigned n) {
  __shared__ unsigned char counts[64 * 64];
  const unsigned column = (threadIdx.x & 32) | (threadIdx.x & 7) << 2 | (threadIdx.x & 24) >> 3;
  for (unsigned i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) {
    const uint2 word = words[i];
    counts[column + (word.x & 63) * 64]++;
    counts[column + (word.x >> 8 & 63) * 64]++; /*A*/
    counts[column + (word.x >> 16 & 63) * 64]++;
    counts[column + (word.x >> 26 & 63) * 64]++;
    counts[column + (word.y & 63) * 64]++;
    counts[column + (word.y >> 8 & 63) * 64]++;
    counts[column + (word.y >> 16 & 63) * 64]++;
    counts[column + (word.y >> 26 & 63) * 64]++;
  }
  out[blockIdx.x * 64 + threadIdx.x] = counts[column];
}
