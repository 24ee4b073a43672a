// expect: unknown
// flags: --block 64
// unknown: A a thread returns while an asynchronous copy of its is in flight
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out, int n) {
  __shared__ float tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_commit();
  if (threadIdx.x >= n) return; /*A*/
  __syncthreads();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = 0;
}
