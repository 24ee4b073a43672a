// expect: verified
// finding: exited-threads confirmed warning S S
// The first thread of a block leaves early, but the others stay until all have read: a block ends when all its threads have.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(int* out) {
  __shared__ int s[64];
  auto c = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  c.sync();
  if (threadIdx.x == 0) return;
  out[blockIdx.x * 64 + threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], c.block_rank() ^ 1);
  c.sync(); /*S*/
}
void host(int* out) { k<<<16, 64>>>(out); }
