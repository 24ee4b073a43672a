// expect: unknown
// flags: --block 64
// unknown: Q
// quit() is true for the last thread of a block's pipeline alone.
#include <cooperative_groups.h>
#include <cuda/pipeline>
__global__ void leave(int *out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state);
  if (pipe.quit()) __syncthreads(); /*Q*/
  out[threadIdx.x] = 1;
}
