// expect: refuted
// more: yes
__device__ int find(int* p, int t) {
  for (int i = 0; i < 4; i++) {
    if (i == t) return i;
    for (int j = 0; j < 2; j++)
      if (i + j > t) return p[t] = j;
    p[i] = t;
  }
  return -1;
}
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  v = find(s, t);
  out[b * B + t] = v;
}
