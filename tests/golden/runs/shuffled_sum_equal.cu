// expect: refuted
// flags: --block 64 --grid 1
// finding: race possible error A A
// All lanes of a warp and all warps store the same sum, whatever is summed: that it differs is not
// confirmed.
__global__ void k(float* out, const float* x) {
  float sum = x[threadIdx.x % 32];
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(0xffffffff, sum, lanes);
  out[0] = sum; /*A*/
}
