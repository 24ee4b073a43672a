// expect: refuted
// finding: unordered-flag any error A
// A lock whose successful attempts order nothing.
#include <cuda/atomic>
__global__ void add(int *sums, int *locks, const int *key, const int *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = key[i];
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(locks[k]);
  bool done = false;
  while (!done) {
    int open = 0;
    if (lock.compare_exchange_strong(open, 1, cuda::memory_order_relaxed, cuda::memory_order_relaxed)) {
      sums[k] += value[i]; /*A*/
      lock.store(0, cuda::memory_order_release);
      done = true;
    }
  }
}
