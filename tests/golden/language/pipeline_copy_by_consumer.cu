// expect: unknown
// flags: --block 64
// unknown: A a copy into a pipeline by a thread that only consumes: no stage waits for it
// A block's pipeline: copies of threads that commit nothing count at no stage.
#include <cooperative_groups.h>
#include <cuda/pipeline>
__global__ void pass_on(const int *in, int *out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  __shared__ int cells[64];
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, 32);
  int t = threadIdx.x;
  cuda::memcpy_async(&cells[t], in + t, sizeof(int), pipe); /*A*/
  __syncthreads();
  if (t < 32) {
    pipe.producer_acquire();
    pipe.producer_commit();
  } else {
    pipe.consumer_wait();
    out[t] = cells[t];
    pipe.consumer_release();
  }
}
