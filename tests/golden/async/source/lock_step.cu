// expect: unknown
// flags: --block 32 --warp-sync
// unknown: A asynchronous copies with --warp-sync
// Lanes in lock-step do not wait for each other's copies.
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out) { /*A*/
  __shared__ float tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
