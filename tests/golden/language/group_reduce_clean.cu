// expect: verified
// finding: same-value-write any warning A
// A reduction over a whole warp gives all its threads one value; each warp has a cell of its own.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
__global__ void __launch_bounds__(256) rows(float* out, const float* in, int n) {
  namespace cg = cooperative_groups;
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  __shared__ float sums[32];
  float v = 0;
  for (int i = block.thread_rank(); i < n; i += block.size()) v += in[i];
  sums[warp.meta_group_rank()] = cg::reduce(warp, v, cg::plus<float>{}); /*A*/
  block.sync();
  float total = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0.0f;
  total = cg::reduce(warp, total, cg::plus<float>());
  if (block.thread_rank() == 0) out[blockIdx.x] = total;
}
