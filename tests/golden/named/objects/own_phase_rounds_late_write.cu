// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// A write between arrival and wait is not ordered for those whose wait it does not come before.
#include <cuda/barrier>

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float cells[64];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    auto token = bar.arrive();
    cells[t] = in[64 * k + t]; /*A*/
    bar.wait(std::move(token));
    out[64 * k + t] = cells[63 - t]; /*B*/
    bar.arrive_and_wait();
  }
}
