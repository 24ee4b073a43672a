// expect: refuted
// flags: --block 64 --assume "0 < n"
// finding: race possible error A
// depends: 'i', which is not set on this way
// Threads from n on do not set their index: it may be any.
__global__ void cells(int* out, int n) {
  __shared__ int b[1024];
  int t = threadIdx.x;
  int i;
  if (t < n) i = t;
  b[i] = t; /*A*/
  __syncthreads();
  out[t] = b[t];
}
