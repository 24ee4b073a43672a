// expect: refuted
// flags: --block 128
// arch: sm_90
// finding: race confirmed error R C
// more: yes
// The slot is given back before it is read.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory"); /*A*/
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory"); /*E*/
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*W*/
}
__device__ __forceinline__ void bulk_copy(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory"); /*C*/
}

constexpr int STAGES = 3, TILE = 128;

__global__ void scale(float* out, const float* in, int n) {
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  __shared__ alignas(128) float tile[STAGES][TILE];
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 128);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  int f = 0;
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0) {
      for (; f < n && f < k + STAGES; f++) {
        mbar_wait(&empty[f % STAGES], ((f / STAGES) & 1) ^ 1);
        mbar_expect(&full[f % STAGES], TILE * sizeof(float));
        bulk_copy(tile[f % STAGES], in + f * TILE, TILE * sizeof(float), &full[f % STAGES]);
      }
    }
    mbar_wait(&full[k % STAGES], (k / STAGES) & 1);
    mbar_arrive(&empty[k % STAGES]); /*G*/
    out[k * TILE + threadIdx.x] = tile[k % STAGES][TILE - 1 - threadIdx.x]; /*R*/
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
}
