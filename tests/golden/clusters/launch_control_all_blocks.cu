// expect: unknown
// unknown: A multicast::cluster::all
// arch: sm_100a
// An answer to all blocks of a cluster is not understood.
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void __launch_bounds__(128) two_tiles(float* out, const float* in, int n) {
  __shared__ alignas(16) uint4 answer;
  __shared__ uint64_t there;
  const int t = threadIdx.x;
  if (t == 0) ptx::mbarrier_init(&there, 1);
  __syncthreads();
  if (t == 0) {
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::clusterlaunchcontrol_try_cancel_multicast(&answer, &there); /*A*/
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &there, 16);
  }
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[(blockIdx.x * n + i) * 128 + t];
  atomicAdd(&out[blockIdx.x * 128 + t], sum);
  while (!ptx::mbarrier_try_wait_parity(&there, 0))
    ;
  const bool given = ptx::clusterlaunchcontrol_query_cancel_is_canceled(answer); /*B*/
  if (!given) return;
  const int tile = ptx::clusterlaunchcontrol_query_cancel_get_first_ctaid_x<int>(answer);
  sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[(tile * n + i) * 128 + t];
  atomicAdd(&out[tile * 128 + t], sum);
}
