// expect: refuted
// flags: --warp-sync 32 --block 32
// finding: race any error A B
// In lock-step the neighbour's later write to the cell is what is read back.
__global__ void shift() {
  int t = threadIdx.x;
  __shared__ int m[33];
  __shared__ int s[65];
  m[t] = 1;
  m[t + 1] = 2;
  if (m[t] == 2) s[t] = 1; /*A*/
  else s[t + 1] = 2; /*B*/
}
