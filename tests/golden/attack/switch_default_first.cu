// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  switch (t % 4) {
  default:
    s[t] = t;
  case 1:
    s[1] = t;
    break;
  case 2:
    break;
  }
  out[b * B + t] = v;
}
