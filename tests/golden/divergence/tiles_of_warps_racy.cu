// expect: refuted
// flags: --block 128
// finding: divergence any error P
// more: yes
// Tiles of two warps are set up by the whole block, which waits there.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void halves(int *out) {
  __shared__ int cells[128];
  int t = threadIdx.x;
  if (t < 64) {
    auto tile = cg::tiled_partition<64>(cg::this_thread_block()); /*P*/
    cells[t] = tile.thread_rank();
  }
  __syncthreads();
  out[blockIdx.x * 128 + t] = t < 64 ? cells[t ^ 32] : 0;
}
