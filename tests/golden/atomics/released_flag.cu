// expect: verified
// assumes: flag holds zeros at the launch
//
// Release and acquire order the data.
#include <cuda/atomic>
__global__ void hand_over(int *data, int *flag, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(flag[blockIdx.x]);
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    ready.store(1, cuda::memory_order_release);
  } else if (ready.load(cuda::memory_order_acquire) == 1) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[blockIdx.x];
  }
}
