// expect: refuted
// arch: sm_90
// finding: race confirmed error C R
// more: yes
// The arrival is asked for before the copies: it tells nothing of these.
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

constexpr int STAGES = 3;
__global__ void __launch_bounds__(64) ring(float4* out, const float4* in, int n) {
  __shared__ alignas(16) float4 tile[STAGES][4][32];
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 32);
      mbar_init(&empty[s], 32);
    }
  __syncthreads();
  if (t < 32) {
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
      copies_arrive(&full[s]);
      for (int i = 0; i < 4; i++)
        copy16(&tile[s][i][t], &in[(k * 4 + i) * 32 + t]);
    }
  } else {
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      for (int i = 0; i < 4; i++)
        out[(k * 4 + i) * 32 + t - 32] = tile[s][i][63 - t]; /*R*/
      mbar_arrive(&empty[s]);
    }
  }
}
