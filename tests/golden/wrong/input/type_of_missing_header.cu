// expect: unknown
// unknown: A fp8_of_four
#include "missing.h"
__global__ void store(int* out) {
  using Four = fp8_of_four; /*A*/
  Four v;
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
