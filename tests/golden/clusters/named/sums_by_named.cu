// expect: verified
// Sums by a named barrier of two warps, and over the cluster by its shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) sums(const float *in, float *out) {
  __shared__ float part[64], own[2];
  auto cluster = cg::this_cluster();
  part[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x] + in[blockIdx.x * 128 + 64 + threadIdx.x];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  if (threadIdx.x < 2) {
    float sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += part[threadIdx.x * 32 + i];
    own[threadIdx.x] = sum;
  }
  cluster.sync();
  if (threadIdx.x < 2) {
    float sum = 0;
    for (int r = 0; r < 4; ++r)
      sum += cluster.map_shared_rank(own, r)[threadIdx.x];
    out[blockIdx.x * 2 + threadIdx.x] = sum;
  }
  cluster.sync();
}
void host(const float *in, float *out) { sums<<<64, 64>>>(in, out); }
