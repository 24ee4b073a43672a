// expect: verified
// arch: sm_90
// finding: proxy any warning L R
// Each lane fetches a piece of the row, those that have one; more lanes than pieces.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory"); }
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) { asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory"); }
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) { asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory"); }
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) { asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); }
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, uint64_t* bar) { asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory"); } /*L*/
__device__ __forceinline__ void init_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

constexpr int STAGES = 2, PIECES = 4, PIECE = 64;
__global__ void __launch_bounds__(96) rows(float* out, const float* in, int n) {
  __shared__ alignas(128) float tile[STAGES][PIECES * PIECE];
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], PIECES);
      mbar_init(&empty[s], 64);
    }
    init_fence();
  }
  __syncthreads();
  if (t >= 64) {
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      for (int i = lane; i < PIECES; i += 32) {
        mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
        mbar_expect(&full[s], PIECE * 4);
        bulk_load(tile[s] + i * PIECE, in + (k * PIECES + i) * PIECE, PIECE * 4, &full[s]); /*L*/
      }
    }
  } else {
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      float sum = 0;
      for (int i = 0; i < PIECES; i++)
        sum += tile[s][i * PIECE + t]; /*R*/
      out[k * 64 + t] = sum;
      mbar_arrive(&empty[s]);
    }
  }
}
