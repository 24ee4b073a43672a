// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int phase = 0;
  for (int i = 0; i < n; i++) {
    if (phase == 1) __syncthreads();
    s[t] = i;
    phase = 1 - phase;
    if (phase == 1) __syncthreads();
    v += s[t ^ 1];
    if (i % 5 != 4) __syncthreads();
  }
  out[b * B + t] = v;
}
