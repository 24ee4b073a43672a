// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  for (int i = 4 * t; i < 4 * t + 5; i++) s[i] = t;
  out[b * B + t] = v;
}
