// expect: refuted
// flags: --block 32 --grid 1
// finding: divergence confirmed error A
// Some of those that came together do not come back.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void leaves(int* out) {
  if (threadIdx.x < 20) {
    const auto group = cg::coalesced_threads();
    if (threadIdx.x % 2) group.sync(); /*A*/
    out[threadIdx.x] = 1;
  }
}
