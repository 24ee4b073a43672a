// expect: verified
// assumes: clusterDim = (2, 1, 1) (launch at
// assumes: blockDim = (64, 1, 1) (launch at
// A launch's sizes and attributes as an object of one's own, which converts to what CUDA wants and
// points into itself. The shape that is preferred is the one that is asked for.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <bool early> struct Config {
  static constexpr unsigned count = early ? 3 : 2;
  cudaLaunchAttribute attributes[count];
  cudaLaunchConfig_t config = {0};

  Config(dim3 grid, dim3 block, cudaStream_t stream, dim3 preferred, dim3 cluster) {
    attributes[0].id = cudaLaunchAttributePreferredClusterDimension;
    attributes[0].val.preferredClusterDim.x = preferred.x;
    attributes[0].val.preferredClusterDim.y = preferred.y;
    attributes[0].val.preferredClusterDim.z = preferred.z;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim.x = cluster.x;
    attributes[1].val.clusterDim.y = cluster.y;
    attributes[1].val.clusterDim.z = cluster.z;
    if constexpr (early) {
      attributes[2].id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attributes[2].val.programmaticStreamSerializationAllowed = 1;
    }
    config.gridDim = grid;
    config.blockDim = block;
    config.attrs = attributes;
    config.numAttrs = count;
    config.stream = stream;
  }
  Config(dim3 grid, dim3 block, cudaStream_t stream, dim3 cluster) : Config(grid, block, stream, cluster, cluster) {}
  Config(const Config &) = delete;
  operator cudaLaunchConfig_t *() { return &config; }
  operator const cudaLaunchConfig_t *() const { return &config; }
};

__global__ void reverse(int *out, const int *in) {
  __shared__ int row[64];
  cg::cluster_group cluster = cg::this_cluster();
  row[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x]; /*A*/
  cluster.sync();
  int *other = cluster.map_shared_rank(row, 1 - cluster.block_rank()); /*M*/
  int value = other[63 - threadIdx.x]; /*B*/
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] = value;
}

int main(int count, char **) {
  int *in, *out;
  cudaMalloc(&in, count * 512);
  cudaMalloc(&out, count * 512);
  Config<false> config(2 * count, 64, 0, 2);
  for (int i = 0; i < 3; ++i)
    cudaLaunchKernelEx(config, reverse, out, in);
}
