// expect: refuted
// more: yes
// Both returns lead on to the barrier; cell 0 is stored to by many.
__device__ void store(int* p, int t, int n) {
  if (t >= n) {
    p[0] = t;
    return;
  }
  p[t] = t;
}
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  store(s, t, n);
  __syncthreads();
  v = s[t];
  out[b * B + t] = v;
}
