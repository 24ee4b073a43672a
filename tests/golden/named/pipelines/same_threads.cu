// expect: verified
// flags: --block 128
// All threads copy together, wait, compute and free the stage.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void reverse(float* out, const float* in, int n) {
  __shared__ float slots[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int k = 0; k < n; k++) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, slots[k % 2], in + k * 128, sizeof(slots[0]), pipe); /*C*/
    pipe.producer_commit();
    pipe.consumer_wait();
    out[k * 128 + threadIdx.x] = slots[k % 2][127 - threadIdx.x]; /*R*/
    pipe.consumer_release();
  }
}
