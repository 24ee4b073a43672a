// expect: refuted
// more: yes
// Rows of n, but blocks of any size.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  out += n * b;
  out[t] = t;
}
