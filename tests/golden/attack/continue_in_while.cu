// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int i = 0;
  while (i < n) {
    i++;
    if (i == 3) continue;
    s[t] = i;
    if (i != 2) __syncthreads();
    v += s[t ^ 1];
    __syncthreads();
  }
  out[b * B + t] = v;
}
