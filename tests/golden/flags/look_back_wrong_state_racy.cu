// expect: refuted
// finding: race any error A B
// more: yes
#include <cuda/atomic>
__global__ void scan(const int* in, int* total, int* prefix, int* state, int* out) {
  if (threadIdx.x != 0) return;
  int b = blockIdx.x, own = in[b];
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(state[b]);
  total[b] = own; /*C*/
  mine.store(1, cuda::memory_order_release);
  int before = 0;
  for (int k = b - 1; k >= 0; k--) {
    cuda::atomic_ref<int, cuda::thread_scope_device> theirs(state[k]);
    int s;
    do {
      s = theirs.load(cuda::memory_order_acquire);
    } while (s == 0);
    if (s == 1) {
      before += prefix[k]; /*B*/
      break;
    }
    before += total[k]; /*D*/
  }
  prefix[b] = before + own; /*A*/
  mine.store(2, cuda::memory_order_release);
  out[b] = before;
}
