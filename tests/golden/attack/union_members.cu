// expect: refuted
// more: yes
union Both {
  int i;
  float f;
};
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  __shared__ Both c[1024];
  c[t].i = t;
  c[t ^ 1].f = 1.5f;
  out[b * B + t] = v;
}
