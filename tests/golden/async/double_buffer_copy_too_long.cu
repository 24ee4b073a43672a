// expect: refuted
// flags: --block 64
// finding: race possible error A A
// finding: race confirmed error A B
// Twice the bytes of a thread's cell: the copies of two threads meet, one that is still in flight
// and the read of the other, too.
#include <cuda_pipeline.h>

__global__ void rows(const float2* in, float2* out, int n) {
  __shared__ float2 tile[2][65];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float2));
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      __pipeline_memcpy_async(&tile[(k + 1) & 1][t], &in[64 * (k + 1) + t], 2 * 8); /*A*/
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[64 * k + t] = tile[k & 1][t]; /*B*/
    __syncthreads();
  }
}
