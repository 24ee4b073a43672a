// expect: refuted
// finding: race confirmed error A
// more: yes
//
// Atomic for the thread itself: no more than a read and a write.
#include <cuda/atomic>
__global__ void count(int *cell) {
  cuda::atomic_ref<int, cuda::thread_scope_thread> sum(cell[0]);
  sum.fetch_add(threadIdx.x); /*A*/
}
