// expect: verified
// flags: --block 64
// A stage is complete at its wait: that a thread's own pipeline is told of no release is no matter.
#include <cuda/pipeline>

__global__ void pipeline(const float* in, float* out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int k = 0; k < n; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &in[64 * k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[64 * k + t] = tile[63 - t];
    __syncthreads();
  }
}
