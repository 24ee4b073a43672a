// expect: refuted
// more: yes
__device__ void shrink(int& i) { i >>= 1; }
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int i = t;
  shrink(i);
  s[i] = t;
  out[b * B + t] = v;
}
