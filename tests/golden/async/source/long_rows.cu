// expect: verified
// A group of as many copies as a row has cells.
#include <cuda_pipeline.h>

__global__ void rows(const float* in, float* out, int n, int cells) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  for (int j = t; j < cells; j += 64)
    __pipeline_memcpy_async(&tile[j], &in[j], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < n; ++k) {
    float* next = tile + ((k + 1) & 1) * cells;
    if (k + 1 < n)
      for (int j = t; j < cells; j += 64)
        __pipeline_memcpy_async(&next[j], &in[(k + 1) * cells + j], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const float* now = tile + (k & 1) * cells;
    for (int j = t; j < cells; j += 64)
      out[k * cells + j] = now[cells - 1 - j];
    __syncthreads();
  }
}
void run(const float* in, float* out, int n, int cells) {
  rows<<<1, 64, 2 * cells * sizeof(float)>>>(in, out, n, cells);
}
