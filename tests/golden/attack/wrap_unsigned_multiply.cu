// expect: refuted
// more: yes
// Four values only: the product wraps at 2^32.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  unsigned u = t;
  s[u * 0x40000000u >> 20] = t;
  out[b * B + t] = v;
}
