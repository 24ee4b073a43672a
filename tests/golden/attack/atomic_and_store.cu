// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  atomicMax(&s[0], t);
  if (t == n) s[0] = 5;
  out[b * B + t] = v;
}
