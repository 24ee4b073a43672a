// expect: verified
#include <cuda/atomic>
__global__ void push(int *count, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> next(*count);
  out[next.fetch_add(1, cuda::memory_order_relaxed)] = blockIdx.x;
}
