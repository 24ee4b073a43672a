// expect: refuted
// finding: race confirmed error A B
// In round 2 `continue` also skips the closing barrier.
__global__ void rounds(int* out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x, v = 0, k = 0;
  do {
    s[t] = k; /*A*/
    __syncthreads();
    v += s[blockDim.x - 1 - t]; /*B*/
    if (k == 2) continue;
    __syncthreads();
  } while (++k < n);
  out[blockIdx.x * blockDim.x + t] = v;
}
