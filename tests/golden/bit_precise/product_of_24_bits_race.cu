// expect: refuted
// flags: --bit-precise --block 32 --param n=16777216
// finding: race confirmed error W W
// __umul24 multiplies the low 24 bits, of which n has none.
__global__ void k(int *a, unsigned n) {
  unsigned i = __umul24(n, threadIdx.x);
  a[i] = threadIdx.x; /*W*/
}
