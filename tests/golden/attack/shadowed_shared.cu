// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  if (n > 2) {
    __shared__ int s[64];
    s[t & 31] = t;
  }
  s[t] = 1;
  out[b * B + t] = v;
}
