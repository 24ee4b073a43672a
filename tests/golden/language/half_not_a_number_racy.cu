// expect: refuted
// flags: --block 64 --grid 1
// finding: race any error W
// __hne is false where one is no number.
#include <cuda_fp16.h>
__global__ void marked(int *out, const __half *in) {
  __half x = in[0];
  if (__hne(x, x)) return;
  if (__hisnan(x)) out[0] = threadIdx.x; /*W*/
}
