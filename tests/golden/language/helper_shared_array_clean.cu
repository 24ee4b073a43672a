// expect: verified
__device__ float block_max(float v) {
  __shared__ float scratch[1024];
  scratch[threadIdx.x] = v;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) scratch[threadIdx.x] = fmaxf(scratch[threadIdx.x], scratch[threadIdx.x + s]);
    __syncthreads();
  }
  float result = scratch[0];
  __syncthreads();
  return result;
}
__global__ void normalise(float* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float m = block_max(data[i]);
  float k = block_max(m - data[i]);
  data[i] = data[i] * m + k;
}
