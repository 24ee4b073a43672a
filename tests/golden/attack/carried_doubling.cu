// expect: refuted
// more: yes
// j = 2^i (t + 1): round 1 of one thread meets round 0 of another.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int j = t + 1;
  for (int i = 0; i < 3; i++) {
    s[j] = t;
    j = 2 * j;
  }
  out[b * B + t] = v;
}
