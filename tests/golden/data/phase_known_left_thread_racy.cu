// expect: refuted
// flags: --block 64
// finding: race any error A A
// more: yes
// Threads that have left wrote nothing.
__global__ void leave(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) return;
  s[t] = t;
  __syncthreads();
  out[s[63 - t]] = t; /*A*/
}
