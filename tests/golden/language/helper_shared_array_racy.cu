// expect: refuted
// finding: race confirmed error A B
// The helper lacks its last barrier: the second call overwrites what the first still reads.
__device__ float block_max(float v) {
  __shared__ float scratch[1024];
  scratch[threadIdx.x] = v; /*A*/
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) scratch[threadIdx.x] = fmaxf(scratch[threadIdx.x], scratch[threadIdx.x + s]);
    __syncthreads();
  }
  return scratch[0]; /*B*/
}
__global__ void normalise(float* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float m = block_max(data[i]);
  float k = block_max(m - data[i]);
  data[i] = data[i] * m + k;
}
