// expect: verified
// assumes: state holds zeros at the launch
//
// Decoupled look-back: each block adds up what blocks before it have, until one has its whole sum.
#include <cuda/atomic>
__global__ void scan(const int* in, int* total, int* prefix, int* state, int* out) {
  if (threadIdx.x != 0) return;
  int b = blockIdx.x, own = in[b];
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(state[b]);
  total[b] = own;
  mine.store(1, cuda::memory_order_release);
  int before = 0;
  for (int k = b - 1; k >= 0; k--) {
    cuda::atomic_ref<int, cuda::thread_scope_device> theirs(state[k]);
    int s;
    do {
      s = theirs.load(cuda::memory_order_acquire);
    } while (s == 0);
    if (s == 2) {
      before += prefix[k];
      break;
    }
    before += total[k];
  }
  prefix[b] = before + own;
  mine.store(2, cuda::memory_order_release);
  out[b] = before;
}
