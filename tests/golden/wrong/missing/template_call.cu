// expect: unknown
// flags: --block 64
// unknown: A fill
// A call of a template that is not declared, no comparison.
#include "missing.cuh"
__global__ void work(float* out) {
  __shared__ float buffer[64];
  fill<16, 4>(buffer); /*A*/
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = buffer[threadIdx.x];
}
