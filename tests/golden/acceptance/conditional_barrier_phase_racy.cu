// expect: refuted
// finding: race confirmed error A B
// Every odd round lacks the barrier that its load needs.
__global__ void rounds(float* out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float v = 0.0f;
  for (int k = 0; k < n; k++) {
    s[t] = k; /*A*/
    if (k % 2 == 0) __syncthreads();
    if (t + 1 < blockDim.x) v += s[t + 1]; /*B*/
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = v;
}
