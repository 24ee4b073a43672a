// expect: refuted
// more: yes
// t * 128 & 4095: thread 32 meets thread 0.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  short h = (short)(t * 128);
  s[h & 4095] = t;
  out[b * B + t] = v;
}
