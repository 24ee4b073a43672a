// expect: refuted
// flags: --block 64
// finding: race any error A A
// The second statement has changed some of the cells.
__global__ void twice(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t % 2 == 1) s[t] = 0;
  __syncthreads();
  out[s[t]] = t; /*A*/
}
