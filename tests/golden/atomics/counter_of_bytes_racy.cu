// expect: refuted
// flags: --block 512 --grid 1
// finding: race possible error A A
// A byte counts to 256 and begins anew.
#include <cuda/atomic>
__global__ void rounds(unsigned char* count, int* out) {
  cuda::atomic_ref<unsigned char, cuda::thread_scope_device> next(*count);
  const unsigned at = next.fetch_add(1, cuda::memory_order_relaxed);
  out[at] = threadIdx.x; /*A*/
}
