// expect: refuted
// finding: race confirmed error A B
// more: yes
// A cluster of 2 x 2 blocks: each reads the tile of the block across.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 2, 1) square(const float *in, float *out, int pitch) {
  __shared__ float tile[8][32];
  auto cluster = cg::this_cluster();
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * pitch + x];
  cluster.sync();
  float (*across)[32] = cluster.map_shared_rank(tile, 3 - cluster.block_rank());
  const float sum = tile[threadIdx.y][threadIdx.x] + across[7 - threadIdx.y][31 - threadIdx.x]; /*A*/
  __syncthreads();
  tile[threadIdx.y][threadIdx.x] = sum; /*B*/
  __syncthreads();
  out[y * pitch + x] = tile[threadIdx.y][31 - threadIdx.x];
}
void host(float *in, float *out) { square<<<dim3(8, 8), dim3(32, 8)>>>(in, out, 256); }
