// expect: refuted
// finding: race confirmed error A B
// What is written behind the arrival is not there when others have waited.
#include <cooperative_groups.h>
#include <cstdint>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
__device__ void wait(uint64_t *full) {
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, full, 0)) {}
}
__global__ void __cluster_dims__(2, 1, 1) roles(const float *in, float *out) {
  __shared__ float tile[32];
  __shared__ float first;
  __shared__ uint64_t full;
  auto cluster = cg::this_cluster();
  const int t = threadIdx.x;
  const unsigned other = cluster.block_rank() ^ 1;
  if (t == 0) {
    ptx::mbarrier_init(&full, 33);
  }
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  if (t == 0) first = in[blockIdx.x]; /*A*/
  if (t == 0) {
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory"); /*W*/
    out[blockIdx.x] = *cluster.map_shared_rank(&first, other); /*B*/
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&full, other));
    wait(&full);
  } else if (t >= 32) {
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); /*V*/
    cluster.map_shared_rank(tile, other)[t - 32] = in[t]; /*C*/
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&full, other));
    wait(&full);
    out[gridDim.x + blockIdx.x * 32 + t - 32] = tile[63 - t];
  }
}
void host(const float *in, float *out) { roles<<<8, 64>>>(in, out); }
