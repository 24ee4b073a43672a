// expect: verified
// origin: pytorch/pytorch 27634
__device__ float block_sum(float v) {
  __shared__ float partial[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  __syncthreads();
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  float total = threadIdx.x < blockDim.x / 32 ? partial[lane] : 0.0f;
  if (warp == 0)
    for (int d = 16; d > 0; d >>= 1) total += __shfl_down_sync(0xffffffff, total, d);
  return total;
}
__global__ void moments(float* out, const float* in) {
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  float mean = block_sum(v);
  float square = block_sum(v * v);
  if (threadIdx.x == 0) out[blockIdx.x] = square - mean * mean;
}
