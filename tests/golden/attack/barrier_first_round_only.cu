// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  for (int i = 0; i < n; i++) {
    if (i == 0) __syncthreads();
    s[t] = i;
    if (i > 0) __syncthreads();
    v += s[B - 1 - t];
    __syncthreads();
  }
  out[b * B + t] = v;
}
