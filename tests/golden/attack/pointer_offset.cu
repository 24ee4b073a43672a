// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int* p = s + 1;
  int* q = p + t;
  s[t] = 1;
  q[0] = 2;
  out[b * B + t] = v;
}
