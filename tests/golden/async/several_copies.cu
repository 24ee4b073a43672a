// expect: verified
// flags: --block 64
// A group of several copies, issued by an inner loop.
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out, int n) {
  __shared__ float tile[2][256];
  const int t = threadIdx.x;
  for (int j = 0; j < 4; ++j)
    __pipeline_memcpy_async(&tile[0][64 * j + t], &in[64 * j + t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n)
      for (int j = 0; j < 4; ++j)
        __pipeline_memcpy_async(&tile[(k + 1) & 1][64 * j + t], &in[256 * (k + 1) + 64 * j + t],
                                sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      out[256 * k + 64 * j + t] = tile[k & 1][255 - 64 * j - t];
    __syncthreads();
  }
}
