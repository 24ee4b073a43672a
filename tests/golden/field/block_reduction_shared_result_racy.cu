// expect: refuted
// origin: NVIDIA/apex 1798
// finding: race confirmed error A B
// more: yes
// The last barrier runs only when the result is shared; the second call reuses the scratch.
__device__ float reduce(float* x, float v, bool share_result) {
  int t = threadIdx.x;
  x[t] = v; /*A*/
  __syncthreads();
  for (int i = blockDim.x / 2; i > 0; i >>= 1) {
    if (t < i) x[t] = x[t] + x[t + i];
    __syncthreads();
  }
  float result = x[0]; /*B*/
  if (share_result) __syncthreads();
  return result;
}
__global__ void norms(float* out, const float* in) {
  extern __shared__ float scratch[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = reduce(scratch, in[i], false);
  float b = reduce(scratch, in[i] * in[i], false);
  out[i] = a + b;
}
