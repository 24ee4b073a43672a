// expect: unknown
// flags: --block 32
// unknown: W
// In global memory nothing is known of where an array begins: what an exchange of bits of an address leads to is not.
#include <cstdint>

__global__ void turn(float* out) {
  const uint64_t at = reinterpret_cast<uint64_t>(out + threadIdx.x);
  *reinterpret_cast<float*>(at ^ ((at >> 7 & 3) << 4)) = 1; /*W*/
}
