// expect: refuted
// more: yes
// Three cells with a stride of two.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int* p = s + 2 * t;
  *p++ = 1;
  *p++ = 2;
  *p = 3;
  out[b * B + t] = v;
}
