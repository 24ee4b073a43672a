// expect: verified
// flags: --strict-proxy --param param_2=6
// origin: NVIDIA/TransformerEngine 2695
// arch: sm_90
// The readers fence before they give the stage back.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_copy(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}

#define STAGES 3
constexpr int TILE = 64;
constexpr unsigned BYTES = TILE * sizeof(float);

__global__ void __launch_bounds__(64) stage_ring(float* out, const float* in, int n) {
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  __shared__ alignas(128) float tile[STAGES][TILE];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 32);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (lane == 0)
      for (int k = 0; k < n; k++) {
        mbar_wait(&empty[k % STAGES], ((k / STAGES) & 1) ^ 1);
        mbar_expect(&full[k % STAGES], BYTES);
        bulk_copy(tile[k % STAGES], in + k * TILE, BYTES, &full[k % STAGES]);
      }
  } else {
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[k % STAGES], (k / STAGES) & 1);
      out[k * 32 + lane] = tile[k % STAGES][lane] + tile[k % STAGES][63 - lane];
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      mbar_arrive(&empty[k % STAGES]);
    }
  }
}
