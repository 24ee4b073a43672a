// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  atomicAdd(&s[0], 1);
  if (t == 1) ((char*)s)[3] = 1;
  out[b * B + t] = v;
}
