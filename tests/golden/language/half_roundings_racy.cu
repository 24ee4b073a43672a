// expect: refuted
// flags: --block 64
// finding: race any error W
// Half rounded up and down is not one number.
#include <cuda_fp16.h>
__global__ void rounded(int *out, const __half *in) {
  __half x = in[blockIdx.x];
  if (__half2int_ru(x) > __half2int_rd(x)) out[0] = threadIdx.x; /*W*/
}
