// expect: unknown
// unknown: M it depends on what copies write to 'answer'
// arch: sm_100a
// Whether the lanes stay together is for what they are answered to say, the same to all of them: no
// divergence is told.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory"); /*E*/
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*P*/
}
__device__ __forceinline__ void try_cancel(uint4* answer, uint64_t* bar) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(at(answer)), "r"(at(bar)) : "memory"); /*L*/
}
__device__ __forceinline__ bool canceled(const uint4* answer, unsigned& x) {
  unsigned yes;
  asm volatile("{\n.reg .pred p;\n.reg .b128 answer;\nld.shared.b128 answer, [%2];\n" /*R*/
               "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, answer;\nselp.u32 %0, 1, 0, p;\n"
               "@p clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %1, answer;\n}" : "=r"(yes), "=r"(x) : "r"(at(answer)) : "memory"); /*R*/
  return yes != 0;
}
__device__ __forceinline__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

__global__ void __launch_bounds__(128) next_tile(float* out, const float* in, int n) {
  __shared__ alignas(16) uint4 answer;
  __shared__ alignas(8) uint64_t there;
  __shared__ float row[128];
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&there, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  unsigned tile = blockIdx.x;
  for (int k = 0;; k++) {
    if (t == 0) {
      mbar_expect(&there, 16);
      try_cancel(&answer, &there);
    }
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); /*M*/
    row[t] = in[tile * 128 + t]; /*S*/
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < n; i++)
      sum += row[(t + i) % 128]; /*U*/
    atomicAdd(&out[tile * 128 + t], sum);
    mbar_wait(&there, k & 1);
    bool more = canceled(&answer, tile);
    proxy_fence();
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (!more) break;
  }
}
