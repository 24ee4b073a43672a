// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int i = 0;
  while (true) {
    if (i >= n) break;
    s[t] = i;
    __syncthreads();
    v += s[t ^ 1];
    i++;
  }
  out[b * B + t] = v;
}
