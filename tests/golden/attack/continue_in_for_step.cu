// expect: refuted
// more: yes
// With m = 1, rounds 0 and 2 use the same half without a barrier.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  for (int i = 0; i < n; i++) {
    if (i == m) continue;
    s[i % 2 * B + t] = i;
    __syncthreads();
    v += s[i % 2 * B + (B - 1 - t)];
  }
  out[b * B + t] = v;
}
