// expect: verified
__global__ void warp_sums(float* out, const float* in) {
  __shared__ float sums[32];
  int t = threadIdx.x;
  float v = in[blockIdx.x * blockDim.x + t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (t % 32 == 0) sums[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    v = t < (blockDim.x + 31) / 32 ? sums[t] : 0.0f;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    if (t == 0) out[blockIdx.x] = v;
  }
}
