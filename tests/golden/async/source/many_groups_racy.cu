// expect: refuted
// finding: race confirmed error W R
// flags: --block 64
// The last two rows may still be on their way when others read them.
#include <cuda_pipeline.h>
__global__ void rows(float* out, const float* in, int n) {
  __shared__ float tile[64][9];
  for (int i = 0; i < 8; i++) {
    __pipeline_memcpy_async(&tile[threadIdx.x][i], in + (size_t)i * n + threadIdx.x, 4); /*W*/
    __pipeline_commit();
  }
  __pipeline_wait_prior(2);
  __syncthreads();
  for (int i = 0; i < 8; i++) out[threadIdx.x * 8 + i] = tile[63 - threadIdx.x][i]; /*R*/
}
