// expect: verified
__global__ void rounds(int* out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x, v = 0, k = 0;
  do {
    s[t] = k;
    __syncthreads();
    v += s[blockDim.x - 1 - t];
    __syncthreads();
  } while (++k < n);
  out[blockIdx.x * blockDim.x + t] = v;
}
