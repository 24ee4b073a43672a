// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  s[t] = t;
  switch (n) {
  case 0:
    __syncthreads();
  case 1:
    v = s[t ^ 1];
    break;
  }
  out[b * B + t] = v;
}
