// expect: refuted
// flags: --block 128
// finding: deadlock possible error P
// more: yes
// It fetches further ahead than there are stages, before anything gives one back.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void scale(float* out, const float* in, int n) {
  __shared__ float slots[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int k = 0, fetched = 0; k < n; k++) {
    for (; fetched < n && fetched < k + 3; fetched++) {
      pipe.producer_acquire(); /*P*/
      cuda::memcpy_async(block, slots[fetched % 2], in + fetched * 128, sizeof(slots[0]), pipe); /*C*/
      pipe.producer_commit(); /*Q*/
    }
    pipe.consumer_wait();
    out[k * 128 + threadIdx.x] = slots[k % 2][127 - threadIdx.x]; /*R*/
    pipe.consumer_release();
  }
}
