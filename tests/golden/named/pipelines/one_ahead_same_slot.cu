// expect: refuted
// flags: --block 128
// finding: race any error C C
// more: yes
// The next tile is fetched into the slot of this one.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void scale(float* out, const float* in, int n) {
  __shared__ float slots[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  if (n > 0) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, slots[0], in, sizeof(slots[0]), pipe); /*C*/
    pipe.producer_commit();
  }
  for (int k = 0; k < n; k++) {
    if (k + 1 < n) {
      pipe.producer_acquire(); /*P*/
      cuda::memcpy_async(block, slots[k % 2], in + (k + 1) * 128, sizeof(slots[0]), pipe); /*C*/
      pipe.producer_commit(); /*Q*/
    }
    pipe.consumer_wait();
    out[k * 128 + threadIdx.x] = slots[k % 2][127 - threadIdx.x]; /*R*/
    pipe.consumer_release();
  }
}
