// expect: verified
// Loads of a word and of its half do not conflict.
__global__ void flags(unsigned* ready, unsigned* seen) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned word;
  unsigned short half;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(ready));
  asm volatile("ld.relaxed.gpu.global.u16 %0, [%1];" : "=h"(half) : "l"(ready));
  seen[i] = word + half;
}
