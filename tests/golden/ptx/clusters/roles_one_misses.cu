// expect: verified
// flags: --block 128
// arch: sm_90
// more: yes
// Each role comes to the barriers of the cluster at places of its own; one has ended before the last, which does not wait for
// it (PTX ISA, "barrier.cluster": for all threads that have not exited) and keeps the blocks until all have read.
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
    cluster.sync();
    const float *there = cluster.map_shared_rank(sums, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + t - 64] = there[127 - t]; /*B*/
    cluster.sync(); /*C*/
  }
} /*E*/
void host(const float *in, float *out) { roles<<<8, 128>>>(in, out); }
