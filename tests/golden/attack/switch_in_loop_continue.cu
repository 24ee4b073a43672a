// expect: refuted
// more: yes
// Round 1 leaves out its barrier.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  for (int i = 0; i < n; i++) {
    switch (i) {
    case 1:
      s[t] = i;
      continue;
    case 2:
      if (t > 0) v = s[t - 1];
      break;
    default:
      break;
    }
    __syncthreads();
  }
  out[b * B + t] = v;
}
