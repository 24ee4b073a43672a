// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  for (int i = 0; i < n; i++) {
    s[t] = i;
    for (int j = 0; j < m; j++) __syncthreads();
    if (t > 0) v += s[t - 1];
  }
  out[b * B + t] = v;
}
