// expect: refuted
// flags: --block 4
// finding: race possible error A A
// A loop that never runs: all threads store the result of the vote. That is not seen, but that two of
// them store different values is never confirmed, either.
__global__ void k(int* g) {
  __shared__ int s[4];
  int v = __syncthreads_and(g[0]);
  for (int i = 0; i; i += blockDim.x) v = threadIdx.x;
  s[0] = v; /*A*/
}
