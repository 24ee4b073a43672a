// expect: verified
// flags: --block 128
// auto pipe = cuda::make_pipeline().
#include <cuda/pipeline>
__global__ void staged(const int* in, int* out) {
  __shared__ int tile[128];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x], in + threadIdx.x, sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
  pipe.consumer_release();
}
