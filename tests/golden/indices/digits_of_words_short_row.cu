// expect: refuted
// finding: race confirmed error A
// more: yes
// A row of counts is shorter than a block.
__global__ void __launch_bounds__(64) count(const uint2* words) {
  __shared__ unsigned char counts[64 * 64];
  const uint2 word = words[threadIdx.x];
  counts[threadIdx.x + (word.x & 63) * 32] = threadIdx.x; /*A*/
  counts[threadIdx.x + (word.x >> 8 & 63) * 32] = threadIdx.x; /*A*/
  counts[threadIdx.x + (word.y & 63) * 32] = threadIdx.x; /*A*/
}
