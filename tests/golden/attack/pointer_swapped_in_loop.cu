// expect: refuted
// more: yes
// Double buffering that pauses once in three rounds.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  __shared__ int q[4096];
  int *a = s, *c = q;
  for (int i = 0; i < n; i++) {
    a[t] = i;
    __syncthreads();
    v += a[B - 1 - t];
    int* tmp = a;
    if (i % 3 != 2) {
      a = c;
      c = tmp;
    }
  }
  out[b * B + t] = v;
}
