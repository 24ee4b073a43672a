// expect: refuted
// finding: race any error A B
#include <cuda/atomic>
__global__ void publish(cuda::atomic<int, cuda::thread_scope_block> *cell, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0 && t == 0)
    *cell = 4; /*A*/
  else if (blockIdx.x == 1)
    out[t] = cell->load(cuda::memory_order_relaxed); /*B*/
}
