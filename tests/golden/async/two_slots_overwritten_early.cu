// expect: refuted
// flags: --block 64
// finding: race confirmed error C D
// The next copy into a buffer is issued before others have read it.
#include <cuda_pipeline.h>

__global__ void two_of_three(const float4* in, float4* out, int n) {
  __shared__ float4 tile[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float4));
  __pipeline_commit();
  if (n > 1) __pipeline_memcpy_async(&tile[1][t], &in[64 + t], sizeof(float4));
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < n)
      __pipeline_memcpy_async(&tile[k & 1][63 - t], &in[64 * (k + 2) + t], sizeof(float4)); /*C*/
    __pipeline_commit();
    out[64 * k + t] = tile[k & 1][t]; /*D*/
  }
}
