// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// A wait is for the thread's own copies: those of others may still be in flight.
#include <cuda_pipeline.h>

__global__ void rows(const float4* in, float4* out, int n) {
  __shared__ float4 tile[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float4)); /*A*/
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      __pipeline_memcpy_async(&tile[(k + 1) & 1][t], &in[64 * (k + 1) + t], sizeof(float4)); /*A*/
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[64 * k + t] = tile[k & 1][63 - t]; /*B*/
    __syncthreads();
  }
}
