// expect: refuted
// flags: --block 32 --grid 1
// finding: divergence any error B
// The largest of floats of which one is no number need not be the same for all lanes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void largest(const float *in) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (cg::reduce(tile, in[threadIdx.x], cg::greater<float>()) > 0) __syncthreads(); /*B*/
}
