// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// finding: race possible error C D
// The next round's copy starts while others still read: by one thread, and by the whole block.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__global__ void with_primitives(const float* in, float* out, int n) {
  __shared__ float tile[64];
  for (int k = 0; k < n; k++) {
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[64 * k + threadIdx.x], sizeof(float)); /*A*/
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[64 * k + threadIdx.x + 64 * n * blockIdx.x] = tile[63 - threadIdx.x]; /*B*/
  }
}

__global__ void with_groups(const float* in, float* out, int n) {
  __shared__ float tile[64];
  cg::thread_block block = cg::this_thread_block();
  for (int k = 0; k < n; k++) {
    cg::memcpy_async(block, tile, in + 64 * k, sizeof(float) * 64); /*C*/
    cg::wait(block);
    out[64 * k + threadIdx.x + 64 * n * blockIdx.x] = tile[63 - threadIdx.x]; /*D*/
  }
}
