// expect: refuted
// flags: --block 128
// finding: race confirmed error C R
// A thread writes to its cell while its own copy may be in flight.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void scan(float* out, const float* in, int n) {
  __shared__ alignas(128) float tile[128];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    cuda::memcpy_async(tile + threadIdx.x, in + k * 128 + threadIdx.x, sizeof(float), bar); /*C*/
    tile[threadIdx.x] = 0; /*R*/
    bar.arrive_and_wait();
    out[k * 128 + threadIdx.x] = tile[127 - threadIdx.x];
    bar.arrive_and_wait();
  }
}
