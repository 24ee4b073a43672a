// expect: unknown
// finding: exited-threads confirmed warning S S
// unknown: S may have ended before this barrier
// Barriers of a cluster do not wait for who has left: behind it the shared memory of the other block is gone.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(int* out) {
  __shared__ int s[64];
  auto c = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  c.sync();
  if (c.block_rank() == 1) return;
  c.sync(); /*S*/
  out[blockIdx.x * 64 + threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], 1);
}
void host(int* out) { k<<<16, 64>>>(out); }
