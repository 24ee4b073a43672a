// expect: verified
// arch: sm_100a
// One block asks for all of its cluster; each takes the answer that is written to its own memory.
#include <cooperative_groups.h>
#include <cstdint>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) two_tiles(unsigned *out, const unsigned *in) {
  __shared__ alignas(16) uint4 answer;
  __shared__ uint64_t there;
  auto cluster = cg::this_cluster();
  const int t = threadIdx.x;
  const unsigned rank = cluster.block_rank();
  if (t == 0) {
    ptx::mbarrier_init(&there, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &there, 16); /*E*/
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  cluster.sync(); /*S*/
  if (rank == 0 && t == 0) ptx::clusterlaunchcontrol_try_cancel_multicast(&answer, &there); /*A*/
  atomicAdd(&out[blockIdx.x * 128 + t], in[blockIdx.x * 128 + t]);
  while (!ptx::mbarrier_try_wait_parity(&there, 0)) {} /*W*/
  if (!ptx::clusterlaunchcontrol_query_cancel_is_canceled(answer)) return; /*B*/
  const unsigned tile = ptx::clusterlaunchcontrol_query_cancel_get_first_ctaid_x<int>(answer) + rank; /*B*/
  atomicAdd(&out[tile * 128 + t], in[tile * 128 + t]);
}
void host(unsigned *out, const unsigned *in) { two_tiles<<<64, 128>>>(out, in); }
