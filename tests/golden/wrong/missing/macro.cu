// expect: unknown
// flags: --block 64
// unknown: A FILL_ALL
// What the macro of a header that is not there does may be anything.
#include "missing.cuh"
__global__ void fill(float* out) {
  __shared__ float buffer[64];
  buffer[threadIdx.x] = threadIdx.x;
  FILL_ALL; /*A*/
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = buffer[63 - threadIdx.x];
}
