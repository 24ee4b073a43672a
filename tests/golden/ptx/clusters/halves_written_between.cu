// expect: refuted
// flags: --block 256
// arch: sm_90
// finding: race confirmed error A B
// The halves of the barrier apart: what a thread does for itself hides the wait.
#include <cooperative_groups.h>
#include <utility>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) halves(const float *in, float *out, float *scale) {
  __shared__ float edge[256], own[256];
  auto cluster = cg::this_cluster();
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  auto token = cluster.barrier_arrive();
  own[t] = 2 * in[i];
  edge[t] = in[i]; /*A*/
  cluster.barrier_wait(std::move(token));
  const float *theirs = cluster.map_shared_rank(edge, cluster.block_rank() ^ 1);
  out[i] = own[t] + theirs[255 - t]; /*B*/
  cluster.barrier_arrive();
  scale[i] = own[t];
  cluster.barrier_wait();
}
void host(float *a, float *b, float *c) { halves<<<8, 256>>>(a, b, c); }
