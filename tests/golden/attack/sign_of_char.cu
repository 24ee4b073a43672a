// expect: refuted
// more: yes
// Threads 128 to 255 are negative as signed chars.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  signed char c = t;
  if (c < 0) s[0] = t;
  out[b * B + t] = v;
}
