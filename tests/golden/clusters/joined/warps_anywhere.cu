// expect: verified
// The instruction lets each warp arrive where it likes, and here all do.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) roles(float *out) {
  if (threadIdx.x < 32)
    cg::this_cluster().sync();
  else
    cg::this_cluster().sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
void host(float *out) { roles<<<8, 64>>>(out); }
