// expect: verified
// The length of a copy in a loop is a constant that a name stands for.
#include <cuda/pipeline>
__global__ void tiles(float* out, const float* in, int n) {
  __shared__ float s[64];
  const auto length = cuda::aligned_size_t<alignof(float)>(sizeof(float));
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[threadIdx.x], &in[i * 64 + threadIdx.x], length, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[(blockIdx.x * n + i) * 64 + threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
    pipe.consumer_release();
  }
}
void run(float* out, float* in, int n) { tiles<<<32, 64>>>(out, in, n); }
