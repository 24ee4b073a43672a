// expect: refuted
// flags: --block 64
// finding: race any error A A
// The last thread reads a cell that nobody has written.
__global__ void next(int* out) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[s[t + 1]] = t; /*A*/
}
