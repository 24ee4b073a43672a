// expect: unknown
// flags: --block 64
// unknown: A inline assembly: frobnicate
// What it does to memory is not known.
__global__ void bits(unsigned* out) {
  unsigned r;
  asm volatile("frobnicate.u32 %0, %1;" : "=r"(r) : "r"(threadIdx.x) : "memory"); /*A*/
  out[blockIdx.x * 64 + threadIdx.x] = r;
}
