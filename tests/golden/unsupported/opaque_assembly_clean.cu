// expect: verified
// flags: --block 64
// An instruction that Heddle does not know and that has registers alone: its result is anything.
__global__ void bits(unsigned* out) {
  unsigned r;
  asm("bfind.shiftamt.frobnicated.u32 %0, %1;" : "=r"(r) : "r"(threadIdx.x));
  out[blockIdx.x * 64 + threadIdx.x] = r;
}
