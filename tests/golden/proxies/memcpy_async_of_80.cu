// expect: verified
// flags: --block 64 --arch sm_80
// cuda::memcpy_async before sm_90: copies by cp.async, of the generic proxy.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void rows(int *out, const int *in) {
  __shared__ barrier bar;
  __shared__ alignas(128) int tile[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  tile[t] = t; /*W*/
  __syncthreads();
  if (t == 0) cuda::memcpy_async(tile, in + blockIdx.x * 64, cuda::aligned_size_t<16>(sizeof(tile)), bar); /*C*/
  bar.arrive_and_wait();
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
