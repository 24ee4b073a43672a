// expect: verified
// What the warning of a plain first read advises: an atomic one, or any number.
#include <cuda/atomic>
__global__ void loaded(int *cell, const int *in) {
  int old = cuda::atomic_ref<int, cuda::thread_scope_device>(*cell).load(cuda::memory_order_relaxed), assumed;
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, assumed * in[threadIdx.x]);
  } while (assumed != old);
}
__global__ void any_number(int *cell, const int *in) {
  int old = 0, assumed;
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, assumed * in[threadIdx.x]);
  } while (assumed != old);
}
