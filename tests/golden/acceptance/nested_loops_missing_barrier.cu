// expect: refuted
// finding: race confirmed error A B
// The last iteration of the first inner loop meets the first iteration of the second.
__global__ void nested(float* out, int n, int m, int p) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      __syncthreads();
      s[t] = i + j; /*A*/
    }
    for (int k = 0; k < p; k++) {
      sum += s[blockDim.x - 1 - t]; /*B*/
      __syncthreads();
    }
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}
