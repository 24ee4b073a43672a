// expect: refuted
// flags: --block 32 --grid 1
// finding: divergence any error A
// The group is formed once, and its threads wait for each other a different number of times.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void trips(int* out) {
  const auto group = cg::coalesced_threads();
  for (int k = 0; k < threadIdx.x; ++k)
    group.sync(); /*A*/
  out[threadIdx.x] = 1;
}
