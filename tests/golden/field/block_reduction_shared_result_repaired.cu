// expect: verified
// origin: NVIDIA/apex 1798
__device__ float reduce(float* x, float v, bool share_result) {
  int t = threadIdx.x;
  x[t] = v;
  __syncthreads();
  for (int i = blockDim.x / 2; i > 0; i >>= 1) {
    if (t < i) x[t] = x[t] + x[t + i];
    __syncthreads();
  }
  float result = 0.0f;
  if (share_result || t == 0) result = x[0];
  __syncthreads();
  return result;
}
__global__ void norms(float* out, const float* in) {
  extern __shared__ float scratch[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = reduce(scratch, in[i], true);
  float b = reduce(scratch, in[i] * in[i], false);
  out[i] = a + b;
}
