// expect: verified
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) swap(int *between, int *out) {
  auto c = cg::this_cluster();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  between[i] = threadIdx.x;
  c.sync();
  int other = blockIdx.x + 1 - 2 * c.block_rank();
  out[i] = between[other * blockDim.x + threadIdx.x];
}
void host(int *p, int *q) { swap<<<8, 128>>>(p, q); }
