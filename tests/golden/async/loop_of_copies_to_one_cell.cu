// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// A loop whose copies all go to one cell of the thread.
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int j = 0; j < n; ++j)
    __pipeline_memcpy_async(&tile[t], &in[64 * j + t], sizeof(float)); /*A*/ /*B*/
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}
