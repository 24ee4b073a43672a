// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A B
// more: yes
// The first warp clears what the second may have stored: a sum that is not zero.
__global__ void k(float* out, const float* x) {
  __shared__ float sums[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (warp == 0) sums[lane] = 0; /*A*/
  float sum = x[threadIdx.x];
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(0xffffffff, sum, lanes);
  if (lane == 0) sums[warp] = sum; /*B*/
  __syncthreads();
  out[threadIdx.x] = sums[lane];
}
