// expect: verified
// flags: --block 64
// Two tiles ahead, and one barrier a round: what it orders is the wait before it and the reads of
// the round before.
#include <cuda_pipeline.h>

__global__ void rows(const float4* in, float4* out, int n) {
  __shared__ float4 tile[3][64];
  const int t = threadIdx.x;
  for (int j = 0; j < 2; ++j) {
    if (j < n) __pipeline_memcpy_async(&tile[j][t], &in[64 * j + t], sizeof(float4));
    __pipeline_commit();
  }
  for (int k = 0; k < n; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < n)
      __pipeline_memcpy_async(&tile[(k + 2) % 3][t], &in[64 * (k + 2) + t], sizeof(float4));
    __pipeline_commit();
    out[64 * k + t] = tile[k % 3][63 - t];
  }
}
