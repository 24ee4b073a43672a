// expect: unknown
// unknown: A of which the shape is not known
// Bins spread over the shared memory of the blocks of a cluster, as in the programming guide; the
// launch says how large the cluster is.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void histogram(int *bins, int count, int bins_per_block, const int *input, int n) {
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
    int *there = cluster.map_shared_rank(smem, bin / bins_per_block); /*M*/
    atomicAdd(there + bin % bins_per_block, 1); /*A*/
  }
  cluster.sync();
  int *mine = bins + rank * bins_per_block;
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
    atomicAdd(&mine[i], smem[i]); /*B*/
} /*C*/
void host(int *bins, int count, const int *input, int n) {
  cudaLaunchAttribute attribute[2] = {};
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim = {2, 1, 1};
  attribute[1].id = cudaLaunchAttributePreferredClusterDimension;
  attribute[1].val.preferredClusterDim = {4, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(n / 256);
  config.blockDim = dim3(256);
  config.dynamicSmemBytes = count / 2 * 4;
  config.attrs = &attribute[0];
  config.numAttrs = 2;
  cudaLaunchKernelEx(&config, histogram, bins, count, count / 2, input, n);
}
