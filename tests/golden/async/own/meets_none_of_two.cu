// expect: refuted
// flags: --all-pairs
// finding: race confirmed error A C
// finding: race possible error A
// finding: race possible error A B
// finding: race possible error B
// finding: race possible error B C
// Of two tiles B fetches none: that the read meets what A fetched does not show that it meets B's.
#include <cuda_pipeline.h>

__global__ void k(const float* in, float* out, int tiles) {
  __shared__ float tile[3][64];
  for (int s = 0; s < 3 && s < tiles; s++) {
    __pipeline_memcpy_async(&tile[s][threadIdx.x], &in[s * 64 + threadIdx.x], 4); /*A*/
    __pipeline_commit();
  }
  for (int t = 0; t < tiles; t++) {
    if (t + 3 < tiles) {
      __pipeline_memcpy_async(&tile[(t + 3) % 3][threadIdx.x], &in[(t + 3) * 64 + threadIdx.x], 4); /*B*/
      __pipeline_commit();
    }
    __pipeline_wait_prior(2);
    __syncthreads();
    out[t * 64 + threadIdx.x] = tile[t % 3][threadIdx.x]; /*C*/
    __syncthreads();
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  k<<<1, 64>>>(in, out, 2);
}
