// expect: refuted
// more: yes
// Two entries are equal.
__constant__ int order[4] = {0, 1, 1, 3};
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  s[order[t & 3] + (t & ~3)] = t;
  out[b * B + t] = v;
}
