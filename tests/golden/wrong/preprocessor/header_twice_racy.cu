// expect: refuted
// flags: --block 64
// finding: race any error A
// The second time it says something else.
#include "header_with_else.h"
#include "header_with_else.h"
__global__ void store() {
  __shared__ int s[64];
  s[threadIdx.x / TIMES] = threadIdx.x; /*A*/
}
