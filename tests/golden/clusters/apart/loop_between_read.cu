// expect: refuted
// finding: race confirmed error A B
// The other block's sums may not be there: they are made behind the arrival.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) between(const float *in, float *out, int n) {
  __shared__ float edge[64], own[64];
  auto cluster = cg::this_cluster();
  const int t = threadIdx.x;
  edge[t] = in[blockIdx.x * 64 + t];
  own[t] = 0;
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  for (int k = 0; k < n; k++)
    own[t] += in[k * 64 + t]; /*A*/
  asm volatile("barrier.cluster.wait;" ::: "memory");
  out[blockIdx.x * 64 + t] = own[t] + cluster.map_shared_rank(own, cluster.block_rank() ^ 1)[63 - t]; /*B*/
  cluster.sync();
}
void host(const float *in, float *out, int n) { between<<<8, 64>>>(in, out, n); }
