// expect: refuted
// flags: --block 64 --grid 1
// finding: race possible error A A
#include <cuda_bf16.h>
// What is left of the numbers is the same.
__global__ void k(__nv_bfloat16* out) {
  out[0] = __float2bfloat16(1024.0f + threadIdx.x * 0.001f); /*A*/
}
