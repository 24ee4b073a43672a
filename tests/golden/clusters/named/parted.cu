// expect: refuted
// finding: deadlock any error A
// more: yes
// __syncthreads() and the cluster's barrier are two: some warps wait at each.
#include <cooperative_groups.h>
#include <cstdint>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) parted(float *out) {
  if (threadIdx.x < 32) __syncthreads(); /*A*/
  cg::this_cluster().sync();
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
void host(float *out) { parted<<<8, 64>>>(out); }
