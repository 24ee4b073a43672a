// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  if (!(t > 2 && t < 6)) s[t < 3 ? t : t - 6] = t;
  out[b * B + t] = v;
}
