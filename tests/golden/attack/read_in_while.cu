// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  if (t < n) s[t] = t;
  while (s[v + 1] > 0 && v < 5) v++;
  out[b * B + t] = v;
}
