// expect: refuted
// more: yes
// The upper bits fall off.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  unsigned u = t;
  s[(u << 30) >> 30] = t;
  out[b * B + t] = v;
}
