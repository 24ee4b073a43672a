// expect: refuted
// flags: --block 128
// finding: race confirmed error C R
// more: yes
// Two stages, and one slot for both.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void scale(float* out, const float* in, int n) {
  __shared__ float slots[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  const auto role = block.thread_rank() < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  const int lane = threadIdx.x % 64;
  if (role == cuda::pipeline_role::producer) {
    for (int k = 0; k < n; k++) {
      pipe.producer_acquire(); /*P*/
      cuda::memcpy_async(&slots[0][lane], in + k * 64 + lane, sizeof(float), pipe); /*C*/
      pipe.producer_commit(); /*Q*/
    }
  } else {
    for (int k = 0; k < n; k++) {
      pipe.consumer_wait(); /*W*/
      out[k * 64 + lane] = slots[0][63 - lane]; /*R*/
      pipe.consumer_release(); /*E*/
    }
  }
}
