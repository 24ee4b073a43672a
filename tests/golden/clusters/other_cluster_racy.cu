// expect: refuted
// finding: race any error A B
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) shift(int *between, int *out) {
  auto c = cg::this_cluster();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  between[i] = threadIdx.x; /*A*/
  c.sync();
  out[i] = between[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x]; /*B*/
}
void host(int *p, int *q) { shift<<<8, 128>>>(p, q); }
