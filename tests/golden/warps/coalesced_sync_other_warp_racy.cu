// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A B
// Whichever threads a group holds, they are of one warp.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void shifted(int* out) {
  __shared__ int tile[65];
  const auto group = cg::coalesced_threads();
  if (threadIdx.x % 32 == 0) tile[threadIdx.x / 32] = threadIdx.x; /*A*/
  group.sync();
  if (threadIdx.x == 33) out[0] = tile[0]; /*B*/
}
