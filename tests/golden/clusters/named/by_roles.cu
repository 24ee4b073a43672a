// expect: verified
// Each role comes to the cluster's barrier at a place of its own.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) by_roles(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x + blockIdx.x * 64];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  if (threadIdx.x < 32)
    cg::this_cluster().sync();
  else
    cg::this_cluster().sync();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
void host(float *out) { by_roles<<<8, 64>>>(out); }
