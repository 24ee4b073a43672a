// expect: verified
// The last warp's active half shrinks, so one meeting per step is enough.
__global__ void reduce(const float* in, float* out) {
  __shared__ float d[1024];
  unsigned t = threadIdx.x;
  d[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 16; s >>= 1) {
    if (t < s) d[t] += d[t + s];
    __syncthreads();
  }
  if (t < 32) {
    if (t < 16) d[t] += d[t + 16];
    __syncwarp();
    if (t < 8) d[t] += d[t + 8];
    __syncwarp();
    if (t < 4) d[t] += d[t + 4];
    __syncwarp();
    if (t < 2) d[t] += d[t + 2];
    __syncwarp();
    if (t < 1) out[blockIdx.x] = d[t] + d[t + 1];
  }
}
