// expect: refuted
// more: yes
// finding: race confirmed error A B
// Attributes as a list that is initialised, arguments as a list of their addresses.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void square(const float *in, float *out, int pitch) {
  __shared__ float tile[8][32];
  auto cluster = cg::this_cluster();
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * pitch + x]; /*A*/
  __syncthreads();
  float(*across)[32] = cluster.map_shared_rank(tile, 3 - cluster.block_rank());
  out[y * pitch + x] = tile[threadIdx.y][threadIdx.x] + across[7 - threadIdx.y][31 - threadIdx.x]; /*B*/
  cluster.sync();
}
void host(float *in, float *out) {
  cudaLaunchAttribute attributes[] = {{.id = cudaLaunchAttributePriority, .val = {.priority = 1}},
                                      {.id = cudaLaunchAttributeClusterDimension, .val = {.clusterDim = {2, 2, 1}}}};
  cudaLaunchConfig_t config{.gridDim = {8, 8}, .blockDim = {32, 8}, .attrs = attributes, .numAttrs = 2};
  int pitch = 256;
  void *arguments[] = {&in, &out, &pitch};
  cudaLaunchKernelExC(&config, (const void *)square, arguments);
}
