// expect: refuted
// more: yes
// The index moves with the loop.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int j = t;
  for (int i = 0; i < n; i++) {
    s[j] = i;
    j = j + 1;
  }
  out[b * B + t] = v;
}
