// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// Two warps store their sums to one cell.
__global__ void k(float* out, const float* x) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const float sum = cg::reduce(warp, x[threadIdx.x], cg::plus<float>{});
  if (warp.thread_rank() == 0) out[0] = sum; /*A*/
}
