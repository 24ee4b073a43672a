// expect: refuted
// finding: race confirmed error D G
// more: yes
// flags: --block 64
// The tile that is copied goes where this one is read.
#include <cuda_pipeline.h>

__global__ void rows(const float4* in, float4* out, int n) {
  __shared__ float4 tile[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float4));
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      __pipeline_memcpy_async(&tile[k & 1][t], &in[64 * (k + 1) + t], sizeof(float4)); /*D*/
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[64 * k + t] = tile[k & 1][63 - t]; /*G*/
    __syncthreads();
  }
}
