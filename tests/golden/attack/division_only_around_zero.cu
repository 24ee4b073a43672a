// expect: refuted
// more: yes
// -1 / 2 and 1 / 2 are both 0.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  if (t == 3 || t == 5) s[(t - 4) / 2] = t;
  out[b * B + t] = v;
}
