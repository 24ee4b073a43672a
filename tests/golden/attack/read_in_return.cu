// expect: refuted
// more: yes
__device__ int exchange(int* p, int t) {
  p[t] = t;
  return p[t ^ 1];
}
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  v = exchange(s, t);
  out[b * B + t] = v;
}
