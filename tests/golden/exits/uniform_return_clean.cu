// expect: verified
// The whole block leaves: no warning.
__global__ void blocks(float* out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (blockIdx.x >= n) return;
  s[t] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
