// expect: verified
// flags: --block 64 --grid 1 --arch sm_90
// A proxy fence of global memory, before a bulk load of it.
#include <cuda/barrier>
#include <cuda/ptx>
__global__ void rows(int *g, int *out) {
  __shared__ alignas(16) int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  g[threadIdx.x] = threadIdx.x; /*W*/
  cuda::ptx::fence_proxy_async(cuda::ptx::space_global);
  __syncthreads();
  uint64_t token;
  if (threadIdx.x == 0) {
    cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, tile, g, 256, cuda::device::barrier_native_handle(bar)); /*C*/
    token = cuda::device::barrier_arrive_tx(bar, 1, 256);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[threadIdx.x] = tile[threadIdx.x];
}
