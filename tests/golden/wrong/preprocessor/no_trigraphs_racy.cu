// expect: refuted
// flags: --block 64
// finding: race any error A
// The line of the comment ends where it ends.
__global__ void store() {
  __shared__ int s[64];
  int t = threadIdx.x; // what??/
  t = 0;
  s[t] = threadIdx.x; /*A*/
}
