// expect: refuted
// flags: --all-pairs
// finding: race confirmed error A B
// finding: race possible error B
// Of five tiles B fetches two, to buffers of their own: it meets what A fetched at t = 0, when nothing was waited for, and never
// itself. A run that shows the one does not show the other.
#include <cuda_pipeline.h>

__global__ void k(const float* in, float* out, int tiles) {
  __shared__ float tile[3][64];
  for (int s = 0; s < 3; s++) {
    __pipeline_memcpy_async(&tile[s][threadIdx.x], &in[s * 64 + threadIdx.x], 4); /*A*/
    __pipeline_commit();
  }
  for (int t = 0; t < tiles; t++) {
    if (t + 3 < tiles) {
      __pipeline_memcpy_async(&tile[(t + 3) % 3][threadIdx.x], &in[(t + 3) * 64 + threadIdx.x], 4); /*B*/
      __pipeline_commit();
    }
    __pipeline_wait_prior(2);
  }
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[0][threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  k<<<1, 64>>>(in, out, 5);
}
