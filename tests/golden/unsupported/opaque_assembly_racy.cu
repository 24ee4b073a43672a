// expect: refuted
// flags: --block 64
// finding: race possible error A
// depends: the result of inline assembly
__global__ void bits(unsigned* out) {
  unsigned r;
  asm("bfind.shiftamt.frobnicated.u32 %0, %1;" : "=r"(r) : "r"(threadIdx.x));
  out[r] = threadIdx.x; /*A*/
}
