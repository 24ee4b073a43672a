// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// finding: race confirmed error A A
// The wait leaves one group more than it may: other threads read what is being copied.
#include <cuda_pipeline.h>

__global__ void double_buffer(const float4* in, float4* out, int n) {
  __shared__ float4 tile[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float4)); /*A*/
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      __pipeline_memcpy_async(&tile[(k + 1) & 1][t], &in[64 * (k + 1) + t], sizeof(float4)); /*A*/
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    out[64 * k + t] = tile[k & 1][63 - t]; /*B*/
    __syncthreads();
  }
}
