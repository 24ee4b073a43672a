// expect: refuted
// finding: race any error A B
// Iterations see different flags: one thread is past the barrier already.
__global__ void rounds(int n) {
  int t = threadIdx.x;
  __shared__ int s[1025];
  __shared__ int which;
  if (t == 0) which = 0;
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (which == 0) s[t] = 1; /*A*/
    __syncthreads();
    if (t == 0) which = 1 - k % 2;
    __syncthreads();
    if (which == 1) s[t + 1] = 2; /*B*/
  }
}
