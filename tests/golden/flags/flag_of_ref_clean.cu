// expect: verified
// assumes: ready holds zeros at the launch
//
// Each block waits for the one before it.
#include <cuda/atomic>
__global__ void chain(int* sum, unsigned* ready, const int* in, int* out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> mine(ready[blockIdx.x]);
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      cuda::atomic_ref<unsigned, cuda::thread_scope_device> last(ready[blockIdx.x - 1]);
      while (last.load(cuda::memory_order_acquire) != 1) {}
      before = sum[blockIdx.x - 1];
    }
    sum[blockIdx.x] = before + in[blockIdx.x];
    mine.store(1, cuda::memory_order_release);
    out[blockIdx.x] = before;
  }
}
