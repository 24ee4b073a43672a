// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int cells[2] = {0, 0};
  cells[0] = t;
  s[cells[n & 1]] = t;
  out[b * B + t] = v;
}
