// expect: refuted
// flags: --block 64 --grid 1
// finding: race possible error A A
// Two groups have the same ranks, even in one warp.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void ranks(int* out) {
  const auto group = cg::coalesced_threads();
  out[group.thread_rank()] = threadIdx.x; /*A*/
}
