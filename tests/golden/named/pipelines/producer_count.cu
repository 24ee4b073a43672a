// expect: verified
// flags: --block 128
// The first 64 threads produce.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void scale(float* out, const float* in, int n) {
  __shared__ float slots[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, 64);
  const int lane = threadIdx.x % 64;
  if (block.thread_rank() < 64) {
    for (int k = 0; k < n; k++) {
      pipe.producer_acquire(); /*P*/
      cuda::memcpy_async(&slots[k % 2][lane], in + k * 64 + lane, sizeof(float), pipe); /*C*/
      pipe.producer_commit(); /*Q*/
    }
  } else {
    for (int k = 0; k < n; k++) {
      pipe.consumer_wait(); /*W*/
      out[k * 64 + lane] = slots[k % 2][63 - lane]; /*R*/
      pipe.consumer_release(); /*E*/
    }
  }
}
