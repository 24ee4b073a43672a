// expect: verified
// flags: --block 64
// Asynchronous copies that are waited for before the barrier, by the three interfaces.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__global__ void with_primitives(const float4* in, float* out, int n) {
  __shared__ float4 tile[64];
  for (int k = 0; k < n; k++) {
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[64 * k + threadIdx.x], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[64 * k + threadIdx.x + 64 * n * blockIdx.x] = tile[63 - threadIdx.x].x;
    __syncthreads();
  }
}

__global__ void with_pipeline(const float* in, float* out, int n) {
  __shared__ float tile[64];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int k = 0; k < n; k++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[64 * k + threadIdx.x], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[64 * k + threadIdx.x + 64 * n * blockIdx.x] = tile[63 - threadIdx.x];
    pipe.consumer_release();
    __syncthreads();
  }
}

__global__ void with_groups(const float* in, float* out, int n) {
  __shared__ float tile[64];
  cg::thread_block block = cg::this_thread_block();
  for (int k = 0; k < n; k++) {
    cg::memcpy_async(block, tile, in + 64 * k, sizeof(float) * 64);
    cg::wait(block);
    out[64 * k + threadIdx.x + 64 * n * blockIdx.x] = tile[63 - threadIdx.x];
    block.sync();
  }
}
