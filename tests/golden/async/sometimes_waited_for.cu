// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// The wait is passed by when n is small.
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out, int n) {
  __shared__ float tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float)); /*A*/
  __pipeline_commit();
  if (n > 4) __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x]; /*B*/
}
