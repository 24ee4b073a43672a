// expect: refuted
// more: yes
// 0 and 5, 1 and 4, 2 and 3.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x % 6, b = blockIdx.x, B = blockDim.x, v = 0;
  if (threadIdx.x > 5) return;
  s[t * (5 - t) + 10] = t;
  out[b * B + t] = v;
}
