// expect: verified
// Relaxed operations of one scope do not race with each other.
#include <cuda/atomic>
__global__ void __launch_bounds__(64) watch(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> word(flag);
  if (threadIdx.x == 0) word.store(7, cuda::memory_order_relaxed);
  out[64 * blockIdx.x + threadIdx.x] = word.load(cuda::memory_order_relaxed);
}
