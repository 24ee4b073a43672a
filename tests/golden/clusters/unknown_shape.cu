// expect: unknown
// unknown: A of which the shape is not known
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *out) {
  __shared__ int s[32];
  auto c = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  c.sync();
  int *other = c.map_shared_rank(s, c.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x]; /*A*/
  c.sync();
}
void host(int *p) { k<<<4, 32>>>(p); }
