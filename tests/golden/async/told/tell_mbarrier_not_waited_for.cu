// expect: refuted
// arch: sm_90
// finding: race confirmed error A|C R
// Nobody waits for the copies: a barrier of the block says nothing of them.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void copy16(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from) : "memory"); /*C*/
}
__device__ __forceinline__ void copies_arrive(uint64_t* bar) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(at(bar)) : "memory"); /*A*/
}

__global__ void __launch_bounds__(64) rows(float4* out, const float4* in, int n, int m) {
  __shared__ alignas(16) float4 tile[64];
  __shared__ alignas(8) uint64_t full;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 64);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (k * 64 + t < m) copy16(&tile[t], &in[k * 64 + t]);
    copies_arrive(&full);
    __syncthreads();
    out[k * 64 + t] = tile[63 - t]; /*R*/
    mbar_wait(&full, k & 1);
    __syncthreads();
  }
}
