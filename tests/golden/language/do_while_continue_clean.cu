// expect: verified
// `continue` in do-while goes to the condition, where the counter is.
__global__ void rounds(int* out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x, v = 0, k = 0;
  do {
    if (k == 2) continue;
    s[t] = k;
    __syncthreads();
    v += s[blockDim.x - 1 - t];
    __syncthreads();
  } while (++k < n);
  out[blockIdx.x * blockDim.x + t] = v;
}
