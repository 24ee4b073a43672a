// expect: refuted
// flags: --block 64
// finding: divergence any error S
// more: yes
// An arrival of cooperative groups' block does nothing in the library: half of the threads wait for the others for ever.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void halves(int *out) {
  auto block = cg::this_thread_block();
  if (threadIdx.x < 32)
    block.barrier_arrive();
  else
    block.sync(); /*S*/
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
