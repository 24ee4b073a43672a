// expect: refuted
// more: yes
// The argument is read before the barrier.
__global__ void k(int* out, const int* in, int n, int m) {
  __shared__ int s[4096];
  int t = threadIdx.x, b = blockIdx.x, B = blockDim.x, v = 0;
  s[t] = t;
  v = __syncthreads_or(s[t ^ 1] > 3);
  out[b * B + t] = v;
}
