// expect: unknown
// flags: --block 64
// unknown: W waits for the thread's own arrival
// One warp arrives for two: which phase an arrival is of then depends on the other's.
#include <cuda/barrier>

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float cells[64];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, 96);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    cells[t] = in[64 * k + t];
    if (t < 32) bar.arrive(); /*W*/
    bar.arrive_and_wait(); /*W*/
    out[64 * k + t] = cells[63 - t];
    __syncthreads();
  }
}
