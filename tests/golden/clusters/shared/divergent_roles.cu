// expect: refuted
// finding: divergence possible error A
// finding: divergence possible error B
// more: yes
// The instruction lets each warp arrive where it likes, and here all do; Heddle does not follow that.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) roles(float *out) {
  if (threadIdx.x < 32)
    cg::this_cluster().sync(); /*A*/
  else
    cg::this_cluster().sync(); /*B*/
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
void host(float *out) { roles<<<8, 64>>>(out); }
