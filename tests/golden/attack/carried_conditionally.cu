// expect: refuted
// more: yes
// The index is reset in one round only.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int j = t;
  for (int i = 0; i < n; i++) {
    if (i == 2) j = 0;
    s[j] = t;
    __syncthreads();
  }
  out[b * B + t] = v;
}
