// expect: verified
#include <stdio.h>
#include "not_there.cuh"
__global__ void chatty(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = i;
    __threadfence();
    printf("%d\n", out[i]);
  }
  __threadfence_block();
}
