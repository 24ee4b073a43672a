// expect: verified
// The blocks of a cluster store their sums with the first one, and arrive at its barrier.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void __cluster_dims__(4, 1, 1) gather /*S*/ (const float *in, float *out, int n) {
  __shared__ float part[4][128];
  __shared__ Barrier ready;
  auto cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) init(&ready, 128 * 4);
  cluster.sync();
  float sum = 0;
  for (int i = rank; i < n; i += 4)
    sum += in[i * 128 + threadIdx.x];
  float(*there)[128] = cluster.map_shared_rank(part, 0);
  there[rank][threadIdx.x] = sum; /*A*/
  cuda::ptx::mbarrier_arrive(cuda::ptx::sem_release, cuda::ptx::scope_cluster, cuda::ptx::space_cluster, cluster.map_shared_rank(cuda::device::barrier_native_handle(ready), 0)); /*R*/
  if (rank == 0) {
    ready.wait_parity(false);
    float total = 0;
    for (int r = 0; r < 4; ++r)
      total += part[r][127 - threadIdx.x]; /*B*/
    out[blockIdx.x * 128 + threadIdx.x] = total;
  }
} /*E*/
void host(const float *in, float *out, int n) { gather<<<16, 128>>>(in, out, n); }
