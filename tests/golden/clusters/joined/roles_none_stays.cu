// expect: refuted
// finding: race confirmed error B E
// Nothing keeps a block until the other has read its sums.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) roles(const float *in, float *out) {
  __shared__ float sums[64];
  auto cluster = cg::this_cluster();
  const int t = threadIdx.x;
  if (t < 64) {
    sums[t] = in[blockIdx.x * 64 + t]; /*A*/
    cluster.sync();
  } else {
    cluster.sync(); /*C*/
    const float *there = cluster.map_shared_rank(sums, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + t - 64] = there[127 - t]; /*B*/
  }
} /*E*/
void host(const float *in, float *out) { roles<<<8, 128>>>(in, out); }
