// expect: refuted
// finding: race confirmed error A B
// The warps' sums are read without a barrier.
__global__ void warp_sums(float* out, const float* in) {
  __shared__ float sums[32];
  int t = threadIdx.x;
  float v = in[blockIdx.x * blockDim.x + t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (t % 32 == 0) sums[t / 32] = v; /*A*/
  if (t == 0) {
    v = 0.0f;
    for (int w = 0; w < blockDim.x / 32; w++) v += sums[w]; /*B*/
    out[blockIdx.x] = v;
  }
}
