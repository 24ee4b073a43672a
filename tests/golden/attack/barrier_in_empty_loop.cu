// expect: refuted
// more: yes
// With n = 0 there is no barrier.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  s[t] = t;
  for (int i = 0; i < n; i++) __syncthreads();
  v = s[B - 1 - t];
  out[b * B + t] = v;
}
