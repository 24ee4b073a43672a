// expect: unknown
// flags: --block 64
// unknown: A SYNC
// It may be a barrier.
#include "missing.cuh"
__global__ void turn(float* out) {
  __shared__ float buffer[64];
  buffer[threadIdx.x] = threadIdx.x;
  SYNC; /*A*/
  out[64 * blockIdx.x + threadIdx.x] = buffer[63 - threadIdx.x];
}
