// expect: verified
// flags: --block 64
// A cuda::barrier of the whole block: tokens of the threads' own arrivals, and arrive_and_wait.
#include <cuda/barrier>

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float cells[64];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    cells[t] = in[64 * k + t];
    auto token = bar.arrive();
    bar.wait(std::move(token));
    out[64 * k + t] = cells[63 - t];
    bar.arrive_and_wait();
  }
}
