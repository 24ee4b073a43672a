// expect: refuted
// flags: --block 32
// finding: race confirmed error W W
// assumes: memory begins at a multiple of 1024
// The address goes on from an exchanged one: thread 1 writes where thread 4 did in the first iteration.
#include <cstdint>

extern __shared__ char memory[];

__global__ void walk(int n) {
  uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(memory)) + 4 * threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(n + static_cast<int>(threadIdx.x))); /*W*/
    at = (at ^ (at % 32 >> 2 << 4)) & ~15u;
  }
}
