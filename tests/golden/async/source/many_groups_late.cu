// expect: unknown
// flags: --block 64
// unknown: S more groups of asynchronous copies in flight than are told apart
// The wait comes behind the barrier, and more are in flight than are told apart.
#include <cuda_pipeline.h>
__global__ void rows(float* out, const float* in, int n) {
  __shared__ float tile[64][25];
  for (int i = 0; i < 24; i++) {
    __pipeline_memcpy_async(&tile[threadIdx.x][i], in + (size_t)i * n + threadIdx.x, 4);
    __pipeline_commit(); /*S*/
  }
  __syncthreads();
  __pipeline_wait_prior(0);
  for (int i = 0; i < 24; i++) out[threadIdx.x * 24 + i] = tile[63 - threadIdx.x][i];
}
