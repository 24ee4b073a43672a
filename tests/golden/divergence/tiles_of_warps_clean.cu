// expect: verified
// flags: --block 128
// Tiles of two warps, set up by the whole block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void halves(int *out) {
  __shared__ int cells[128];
  int t = threadIdx.x;
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (t < 64) cells[t] = tile.thread_rank();
  __syncthreads();
  out[blockIdx.x * 128 + t] = t < 64 ? cells[t ^ 32] : 0;
}
