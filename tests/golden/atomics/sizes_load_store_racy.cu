// expect: refuted
// flags: --block 32 --grid 1
// finding: race confirmed error A B
// A relaxed load of a word beside relaxed stores of its halves.
__global__ void flags(unsigned* ready, unsigned* seen) {
  unsigned short* half = reinterpret_cast<unsigned short*>(ready);
  if (threadIdx.x < 2)
    asm volatile("st.relaxed.gpu.global.u16 [%0], %1;" ::"l"(half + threadIdx.x), "h"((short)1)); /*A*/
  unsigned word;
  if (threadIdx.x == 2) {
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(ready)); /*B*/
    seen[0] = word;
  }
}
