// expect: refuted
// flags: --block 128
// arch: sm_90
// finding: race confirmed error A B
// more: yes
// A barrier of the cluster does not wait for who has ended, but only who arrives releases what it wrote (PTX ISA,
// "barrier.cluster": arrive has release semantics): the reads may come before the sums.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) roles(const float *in, float *out) {
  __shared__ float sums[64];
  auto cluster = cg::this_cluster();
  const int t = threadIdx.x;
  if (t < 64) {
    cluster.sync();
    sums[t] = in[blockIdx.x * 64 + t]; /*A*/
  } else {
    cluster.sync();
    cluster.sync();
    const float *there = cluster.map_shared_rank(sums, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + t - 64] = there[127 - t]; /*B*/
    cluster.sync(); /*C*/
  }
} /*E*/
void host(const float *in, float *out) { roles<<<8, 128>>>(in, out); }
