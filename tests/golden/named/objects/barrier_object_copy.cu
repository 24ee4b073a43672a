// expect: verified
// flags: --block 128
// A copy of one thread that reports to a cuda::barrier; both ways of the condition arrive.
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
      cuda::memcpy_async(tile, in + k * 1024, cuda::aligned_size_t<16>(sizeof(tile)), bar);
      token = bar.arrive();
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < 1024; i += 128) out[k * 1024 + i] = tile[1023 - i];
    __syncthreads();
  }
}
