// expect: unknown
// flags: --block 64
// unknown: A in flight at a barrier
// unknown: B in flight at a barrier
// unknown: C in flight at a barrier
// Copies that no wait has completed when a barrier comes: never committed, committed in the round
// before, or waited for on one way only.
#include <cuda_pipeline.h>

__global__ void not_committed(const float* in, float* out) {
  __shared__ float tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float)); /*A*/
  __pipeline_wait_prior(0);
  __syncthreads();
}

__global__ void of_the_last_round(const float* in, float* out, int n) {
  __shared__ float tile[64];
  for (int k = 0; k < n; k++) { /*B*/
    __syncthreads();
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[64 * k + threadIdx.x], sizeof(float));
    __pipeline_commit();
  }
}

__global__ void sometimes_waited_for(const float* in, float* out, int n) {
  __shared__ float tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float)); /*C*/
  __pipeline_commit();
  if (n > 4) __pipeline_wait_prior(0);
  __syncthreads();
}
