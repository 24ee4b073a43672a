// expect: refuted
// finding: race possible error E U
// finding: exited-threads confirmed warning S S
// unknown: S may have ended before this barrier
// The first thread of a block leaves early, but the others stay until all have read: no run shows that the block is gone.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(int* out) {
  __shared__ int s[64];
  auto c = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  c.sync();
  if (threadIdx.x == 0) return; /*E*/
  out[blockIdx.x * 64 + threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], c.block_rank() ^ 1); /*U*/
  c.sync(); /*S*/
}
void host(int* out) { k<<<16, 64>>>(out); }
