// expect: verified
// flags: --block 96
// The lanes of one warp copy together for two others.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
using shared_state = cuda::pipeline_shared_state<cuda::thread_scope_block, 4>;
__global__ void sum(float* out, const float* in, int n) {
  __shared__ float slots[4][256];
  __shared__ shared_state state;
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto pipe = cuda::make_pipeline(block, &state, 32);
  if (warp.meta_group_rank() == 0) {
    for (int k = 0; k < n; k++) {
      pipe.producer_acquire();
      cuda::memcpy_async(warp, slots[k % 4], in + k * 256, sizeof(slots[0]), pipe); /*C*/
      pipe.producer_commit();
    }
  } else {
    float total = 0;
    for (int k = 0; k < n; k++) {
      pipe.consumer_wait();
      for (int i = 0; i < 256; i++)
        total += slots[k % 4][i]; /*R*/
      pipe.consumer_release();
    }
    out[threadIdx.x] = total;
  }
}
