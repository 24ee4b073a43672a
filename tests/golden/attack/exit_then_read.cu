// expect: refuted
// more: yes
// The leavers wrote before they left, with no barrier since.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  s[t] = t;
  if (t % 2 == 1) return;
  v = s[t + 1];
  out[b * B + t] = v;
}
