// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// A thread reads what it copies before it waits.
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out, int n) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    __pipeline_memcpy_async(&tile[k & 1][t], &in[64 * k + t], sizeof(float)); /*A*/
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[64 * k + t] = tile[k & 1][t]; /*B*/
  }
  __pipeline_wait_prior(0);
}
