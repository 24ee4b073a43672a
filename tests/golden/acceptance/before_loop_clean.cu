// expect: verified
__global__ void relax(float* out, const float* in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = in[g];
  __syncthreads();
  for (int i = 0; i < n; i++) {
    float next = t + 1 < blockDim.x ? s[t + 1] : 0.0f;
    __syncthreads();
    s[t] = next;
    __syncthreads();
  }
  out[g] = s[t];
}
