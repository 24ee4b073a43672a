// expect: verified
// flags: --block 64
#include "header_with_else.h"
__global__ void store() {
  __shared__ int s[64];
  s[threadIdx.x / TIMES] = threadIdx.x;
}
