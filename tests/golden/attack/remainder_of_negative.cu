// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int r = (t - 3) % 4;
  if (r == -3 || r == 1) s[r + 3 - (r == 1 ? 4 : 0)] = t;
  out[b * B + t] = v;
}
