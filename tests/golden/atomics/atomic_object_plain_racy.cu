// expect: refuted
// finding: race any error A B
#include <cuda/atomic>
__global__ void reset(int *cell) {
  cuda::atomic_ref<int, cuda::thread_scope_device> sum(*cell);
  if (threadIdx.x == 0)
    *cell = 0; /*A*/
  else
    sum.fetch_add(1); /*B*/
}
