// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  __shared__ int q[4096];
  (t % 2 ? s : q)[t / 2] = t;
  if (t % 2 == 0) s[t / 2] = 1;
  out[b * B + t] = v;
}
