// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  for (unsigned char i = 250; i != 2; i++) v += i;
  unsigned char c = t + 200;
  s[c] = t;
  out[b * B + t] = v;
}
