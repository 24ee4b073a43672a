// expect: refuted
// finding: race any error A
// The warps share a cell, and their values differ.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void total(float* out, const float* in) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  out[blockIdx.x] = cg::reduce(warp, in[block.thread_rank()], cg::plus<float>{}); /*A*/
}
// more: yes
