// expect: refuted
// more: yes
// The last round has no closing barrier before the store after the loop.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  for (int i = 0; i < n; i++) {
    s[t] = i;
    __syncthreads();
    v += s[B - 1 - t];
    if (i < n - 1) __syncthreads();
  }
  s[t] = 0;
  out[b * B + t] = v;
}
