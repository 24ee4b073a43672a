// expect: verified
// flags: --block 64
// Not waited for by all threads alike, or not at all: nothing reads what is in flight.
#include <cuda_pipeline.h>

__global__ void one_warp_copies(const float* in, float* out, int n) {
  __shared__ float tile[2][32];
  const int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (t < 32) {
      __pipeline_memcpy_async(&tile[k & 1][t], &in[32 * k + t], sizeof(float));
      __pipeline_commit();
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    if (t >= 32) out[32 * k + t - 32] = tile[k & 1][t - 32];
  }
}
