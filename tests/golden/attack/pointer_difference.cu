// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int* end = &s[100];
  end[t - 100] = 1;
  *(&s[t + 2] - 1) = 2;
  out[b * B + t] = v;
}
