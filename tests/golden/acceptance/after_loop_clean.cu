// expect: verified
__global__ void accumulate(float* out, const float* in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = 0.0f;
  for (int i = 0; i < n; i++) {
    __syncthreads();
    s[t] += in[i * blockDim.x + t];
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
