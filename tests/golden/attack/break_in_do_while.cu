// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  do {
    s[t] = 1;
    if (n > 3) break;
    __syncthreads();
  } while (0);
  v = s[t ^ 1];
  out[b * B + t] = v;
}
