// expect: refuted
// flags: --block 1 --grid 2
// finding: unordered-flag any error W R
// A compare-and-exchange that fails loads with an order of its own.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> ready;
__global__ void pass_on(int *out, int *data) {
  if (blockIdx.x == 0) {
    *data = 5; /*W*/
    ready.store(1, cuda::memory_order_release);
  } else {
    int seen = 0;
    if (!ready.compare_exchange_strong(seen, 0, cuda::memory_order_acquire, cuda::memory_order_relaxed)) out[0] = *data; /*R*/
  }
}
