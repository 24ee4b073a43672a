// expect: refuted
// flags: --block 64
// finding: race any error A A
// more: yes
// The cells are cleared at the end of a round, in the phase in which the next round may fill them.
__global__ void rounds(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (k % 2 == 0) s[t] = t;
    __syncthreads();
    out[s[63 - t]] = k + t; /*A*/
    __syncthreads();
    s[t] = 0;
  }
}
