// expect: refuted
// more: yes
#define MODE 1
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  s[t] = t;
  #if MODE == 2
  __syncthreads();
  #endif
  v = s[t ^ 1];
  out[b * B + t] = v;
}
