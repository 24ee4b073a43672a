// expect: refuted
// finding: unordered-flag any error A B
// more: yes
#include <cuda/atomic>
__global__ void chain(int* sum, unsigned* ready, const int* in, int* out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> mine(ready[blockIdx.x]);
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      cuda::atomic_ref<unsigned, cuda::thread_scope_block> last(ready[blockIdx.x - 1]);
      while (last.load(cuda::memory_order_acquire) != 1) {}
      before = sum[blockIdx.x - 1]; /*B*/
    }
    sum[blockIdx.x] = before + in[blockIdx.x]; /*A*/
    mine.store(1, cuda::memory_order_release);
    out[blockIdx.x] = before;
  }
}
