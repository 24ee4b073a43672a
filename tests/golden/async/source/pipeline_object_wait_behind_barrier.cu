// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// more: yes
// The wait for the stage comes behind the barrier that should follow it.
#include <cuda/pipeline>

__global__ void pipeline(const float* in, float* out, int n) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[0][t], &in[t], sizeof(float), pipe); /*A*/
  pipe.producer_commit();
  for (int k = 0; k < n; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[(k + 1) & 1][t], &in[64 * (k + 1) + t], sizeof(float), pipe); /*A*/
    pipe.producer_commit();
    __syncthreads();
    pipe.consumer_wait();
    out[64 * k + t] = tile[k & 1][63 - t]; /*B*/
    __syncthreads();
    pipe.consumer_release();
  }
}
