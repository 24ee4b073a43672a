// expect: refuted
// flags: --block 128 --param param_3=6
// arch: sm_90
// finding: race confirmed error A B
// A block sums its part of k; the blocks of a cluster add up each other's sums through their shared
// memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
constexpr int threads = 128, blocks = 4;
__global__ void __cluster_dims__(blocks, 1, 1) split_k(const float *a, const float *b, float *c, int k) {
  __shared__ float part[threads];
  auto cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  float sum = 0;
  for (int i = rank; i < k; i += blocks)
    sum += a[i] * b[i * threads + threadIdx.x];
  part[threadIdx.x] = sum;
  cluster.sync();
  constexpr int own = threads / blocks;
  if (threadIdx.x < own) {
    float total = 0;
    for (int r = 0; r < blocks; ++r)
      total += cluster.map_shared_rank(part, r)[rank * own + threadIdx.x]; /*A*/
    c[blockIdx.x * own + threadIdx.x] = total;
  }
} /*B*/
void host(float *a, float *b, float *c, int k) { split_k<<<16, threads>>>(a, b, c, k); }
