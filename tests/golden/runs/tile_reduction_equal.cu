// expect: refuted
// flags: --block 64 --grid 1
// finding: race possible error A A
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// Two warps store one and the same greatest number.
__global__ void k(int* out, const int* x) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int most = cg::reduce(warp, x[threadIdx.x % 32], cg::greater<int>{});
  if (warp.thread_rank() == 0) out[0] = most; /*A*/
}
