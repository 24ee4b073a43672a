// expect: refuted
// origin: pytorch/pytorch 27634
// finding: race confirmed error A B
// Two calls of a helper with a static shared array and no barrier between them.
__device__ float block_sum(float v) {
  __shared__ float partial[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  if (lane == 0) partial[warp] = v; /*A*/
  __syncthreads();
  float total = threadIdx.x < blockDim.x / 32 ? partial[lane] : 0.0f; /*B*/
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
