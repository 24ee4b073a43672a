// expect: verified
// As in the programming guide: bins spread over the shared memory of the blocks of a cluster.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) histogram(int *bins, int count, int bins_per_block, const int *input, int n) {
  extern __shared__ int smem[];
  int tid = cg::this_grid().thread_rank();
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
    smem[i] = 0;
  cluster.sync();
  for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
    int bin = input[i];
    if (bin < 0) bin = 0;
    else if (bin >= count) bin = count - 1;
    int dst = bin / bins_per_block, offset = bin % bins_per_block;
    int *there = cluster.map_shared_rank(smem, dst);
    atomicAdd(there + offset, 1);
  }
  cluster.sync();
  int *mine = bins + rank * bins_per_block;
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
    atomicAdd(&mine[i], smem[i]);
}
