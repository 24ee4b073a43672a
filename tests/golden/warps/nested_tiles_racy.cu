// expect: refuted
// finding: race confirmed error U U
// flags: --block 64
// A tile of a tile counts within that, not within the block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void first(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto tile = cg::tiled_partition<8>(warp);
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = threadIdx.x; /*U*/
}
