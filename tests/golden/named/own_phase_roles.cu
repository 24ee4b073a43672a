// expect: verified
// flags: --block 128
// Two warps meet among themselves, and so do the other two: a cuda::barrier for each pair.
#include <cuda/barrier>

__global__ void pairs(float* out, const float* in, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> lower, upper;
  __shared__ float cells[128];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&lower, 64);
    init(&upper, 64);
  }
  __syncthreads();
  if (t < 64) {
    for (int k = 0; k < n; k++) {
      cells[t] = in[128 * k + t];
      lower.arrive_and_wait();
      out[128 * k + t] = cells[63 - t];
      lower.arrive_and_wait();
    }
  } else {
    cells[t] = 0;
    upper.arrive_and_wait();
    for (int k = 0; k < n; k++) {
      float x = cells[191 - t];
      auto token = upper.arrive();
      out[128 * k + t] = x;
      upper.wait(std::move(token));
      cells[t] = x + in[128 * k + t];
      upper.arrive_and_wait();
    }
  }
}
