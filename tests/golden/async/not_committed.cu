// expect: verified
// flags: --block 64
// Not waited for by all threads alike, or not at all: nothing reads what is in flight.
#include <cuda_pipeline.h>

__global__ void not_committed(const float* in, float* out) {
  __shared__ float tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}
