// expect: verified
// `i-- > 0` on an unsigned counter.
__global__ void backwards(int* out, unsigned n) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  int v = 0;
  for (unsigned i = n; i-- > 0;) {
    s[t] = i;
    __syncthreads();
    v += s[blockDim.x - 1 - t];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = v;
}
