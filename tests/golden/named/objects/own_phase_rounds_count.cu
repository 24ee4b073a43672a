// expect: refuted
// flags: --block 64
// finding: deadlock confirmed error W
// The barrier expects one more arrival than there are threads.
#include <cuda/barrier>

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float cells[64];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x + 1);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    cells[t] = in[64 * k + t];
    bar.arrive_and_wait(); /*W*/
    out[64 * k + t] = cells[63 - t];
    bar.arrive_and_wait(); /*W*/
  }
}
