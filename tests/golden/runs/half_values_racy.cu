// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
#include <cuda_bf16.h>
__global__ void k(__nv_bfloat16* out, const float* x) {
  out[0] = __float2bfloat16(x[threadIdx.x] * threadIdx.x); /*A*/
}
