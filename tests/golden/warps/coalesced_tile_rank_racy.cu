// expect: refuted
// flags: --block 32 --grid 1
// finding: race possible error A A
// Places in a tile of coalesced threads are not those of the block: 0 and 3 and 6 may be 0, 1 and 2.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(int* out) {
  if (threadIdx.x % 3 == 0) {
    auto tile = cg::tiled_partition<4>(cg::coalesced_threads());
    out[tile.thread_rank() + threadIdx.x / 4 * 4] = threadIdx.x; /*A*/
  }
}
