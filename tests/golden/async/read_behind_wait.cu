// expect: verified
// flags: --block 64
// A thread reads what it copied itself in the round before: no barrier is needed.
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out, int n) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      __pipeline_memcpy_async(&tile[(k + 1) & 1][t], &in[64 * (k + 1) + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[64 * k + t] = tile[k & 1][t];
  }
}
