// expect: verified
// flags: --block 64
// Both barriers, and a wait that leaves two groups.
#include <cuda_pipeline.h>

__global__ void two_behind(const float4* in, float4* out, int n) {
  __shared__ float4 tile[3][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float4));
  __pipeline_commit();
  if (n > 1) __pipeline_memcpy_async(&tile[1][t], &in[64 + t], sizeof(float4));
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    if (k + 2 < n)
      __pipeline_memcpy_async(&tile[(k + 2) % 3][t], &in[64 * (k + 2) + t], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    out[64 * k + t] = tile[k % 3][63 - t];
    __syncthreads();
  }
}
