// expect: refuted
// more: yes
// Blocks start one element apart.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  v = t;
  out += b;
  out[t] = threadIdx.x;
}
