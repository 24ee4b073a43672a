// expect: refuted
// flags: --block 32 --grid 1 --strict-exit
// finding: exited-threads any error A
// A thread of the group returns before the others wait for it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void returns(int* out, int n) {
  const auto group = cg::coalesced_threads();
  if (threadIdx.x >= n) return;
  group.sync(); /*A*/
  out[threadIdx.x] = 1;
}
