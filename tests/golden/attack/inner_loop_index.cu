// expect: refuted
// more: yes
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      s[j * B + t] = i;
      __syncthreads();
      v += s[(i - 1 - j) * B + (B - 1 - t)];
    }
  out[b * B + t] = v;
}
