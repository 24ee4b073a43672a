// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int i = t;
  for (int i = 0; i < 1; i++) s[i] = t;
  v = i;
  out[b * B + t] = v;
}
