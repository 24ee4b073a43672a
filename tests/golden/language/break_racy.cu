// expect: refuted
// finding: race confirmed error A B
// Leaving the loop by `break` skips the closing barrier.
__global__ void search(int* out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  int v = 0;
  for (int i = 0; i < n; i++) {
    s[t] = i;
    __syncthreads();
    if (t > 0) v += s[t - 1]; /*A*/
    if (i == 2) break;
    __syncthreads();
  }
  s[t] = v; /*B*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[0];
}
