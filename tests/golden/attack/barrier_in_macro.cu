// expect: refuted
// more: yes
#define MEET(c) \
  if (c) __syncthreads()
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  s[t] = t;
  MEET(0);
  v = s[t ^ 1];
  out[b * B + t] = v;
}
