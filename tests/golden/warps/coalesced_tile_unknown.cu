// expect: unknown
// unknown: U a barrier of a group that is not known
// A tile of coalesced threads holds threads that lie anywhere in the warp.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(int* out) {
  if (threadIdx.x % 3 == 0) {
    auto tile = cg::tiled_partition<4>(cg::coalesced_threads());
    tile.sync(); /*U*/
    out[threadIdx.x + blockDim.x * blockIdx.x] = 1;
  }
}
