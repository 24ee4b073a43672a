// expect: unknown
// unknown: A more than 1024 threads together
// A cluster of more threads than are checked together.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(8, 1, 1) roles(float *out) { /*A*/
  if (threadIdx.x < 32)
    cg::this_cluster().sync();
  else
    cg::this_cluster().sync();
  out[blockIdx.x * 256 + threadIdx.x] = 1;
}
void host(float *out) { roles<<<8, 256>>>(out); }
