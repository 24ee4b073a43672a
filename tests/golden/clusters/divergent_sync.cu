// expect: refuted
// finding: divergence any error A
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(int *out) {
  auto c = cg::this_cluster();
  if (c.block_rank() == 0) c.sync(); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = c.num_blocks();
}
void host(int *p) { k<<<8, 128>>>(p); }
