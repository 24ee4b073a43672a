// expect: verified
// flags: --cluster 2
// assumes: clusterDim = (2, 1, 1)
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *out) {
  __shared__ int s[32];
  auto c = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  c.sync();
  int *other = c.map_shared_rank(s, c.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];
  c.sync();
}
void host(int *p) { k<<<4, 32>>>(p); }
