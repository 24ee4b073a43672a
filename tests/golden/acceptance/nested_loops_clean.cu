// expect: verified
__global__ void nested(float* out, int n, int m, int p) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      __syncthreads();
      s[t] = i + j;
    }
    __syncthreads();
    for (int k = 0; k < p; k++) {
      sum += s[blockDim.x - 1 - t];
      __syncthreads();
    }
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}
