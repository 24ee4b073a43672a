// expect: refuted
// origin: karpathy/llm.c 282
// finding: race confirmed error B C
// Maximum and sum share one scratch array: a fast warp stores its sum before a slow one has read
// the maximum.
__device__ float warp_max(float v) {
  for (int d = 16; d > 0; d /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
  return v;
}
__device__ float warp_sum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
  return v;
}
__global__ void softmax(float* out, const float* in, int columns) {
  __shared__ float scratch[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int warps = blockDim.x / 32;
  const float* row = in + blockIdx.x * columns;
  float m = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) m = fmaxf(m, row[i]);
  m = warp_max(m);
  if (lane == 0) scratch[warp] = m;
  __syncthreads();
  for (int i = 0; i < warps; i++) m = fmaxf(m, scratch[i]); /*B*/
  float sum = 0.0f;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += expf(row[i] - m);
  sum = warp_sum(sum);
  if (lane == 0) scratch[warp] = sum; /*C*/
  __syncthreads();
  sum = 0.0f;
  for (int i = 0; i < warps; i++) sum += scratch[i];
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = expf(row[i] - m) / sum;
}
