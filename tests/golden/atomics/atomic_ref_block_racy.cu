// expect: refuted
// finding: race confirmed error A
#include <cuda/atomic>
__global__ void count(int *cell) {
  cuda::atomic_ref<int, cuda::thread_scope_block> sum(*cell);
  sum.fetch_add(1); /*A*/
}
