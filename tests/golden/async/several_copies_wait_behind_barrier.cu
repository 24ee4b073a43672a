// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// more: yes
// The wait comes behind the barrier: others may still read what is in flight.
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out, int n) {
  __shared__ float tile[2][256];
  const int t = threadIdx.x;
  for (int j = 0; j < 4; ++j)
    __pipeline_memcpy_async(&tile[0][64 * j + t], &in[64 * j + t], sizeof(float)); /*A*/
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      for (int j = 0; j < 4; ++j)
        __pipeline_memcpy_async(&tile[(k + 1) & 1][64 * j + t], &in[256 * (k + 1) + 64 * j + t], /*A*/
                                sizeof(float));
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(1);
    for (int j = 0; j < 4; ++j)
      out[256 * k + 64 * j + t] = tile[k & 1][255 - 64 * j - t]; /*B*/
    __syncthreads();
  }
}
