// expect: refuted
// more: yes
// Two indices change places; rounds 0 and 1 are one phase.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  int a = t, c = t + 1;
  for (int i = 0; i < n; i++) {
    s[a] = i;
    int tmp = a;
    a = c;
    c = tmp;
    if (i % 2 == 1) __syncthreads();
  }
  out[b * B + t] = v;
}
