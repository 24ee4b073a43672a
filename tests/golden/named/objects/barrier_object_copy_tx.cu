// expect: verified
// flags: --block 128
// finding: proxy confirmed warning Q X
// The bytes are announced by the arrival.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void scan(float* out, const float* in, int n) {
  __shared__ alignas(128) float tile[1024];
  __shared__ barrier bar;
  if (threadIdx.x == 0) { init(&bar, blockDim.x); cuda::device::experimental::fence_proxy_async_shared_cta(); }
  __syncthreads();
  for (int k = 0; k < n; k++) {
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::memcpy_async_tx(tile, in + k * 1024, cuda::aligned_size_t<16>(sizeof(tile)), bar); /*X*/
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < 1024; i += 128) out[k * 1024 + i] = tile[1023 - i]; /*Q*/
    __syncthreads();
  }
}
