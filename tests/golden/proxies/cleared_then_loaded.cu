// expect: refuted
// flags: --block 128
// arch: sm_90
// finding: proxy confirmed error W L
// A tile is cleared by threads, and loaded in part.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory"); /*L*/
}

__global__ void __launch_bounds__(128) sums(float* out, const float* in, int n) {
  __shared__ alignas(8) uint64_t full;
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 1);
  tile[t] = 0; /*W*/
  __syncthreads();
  if (t == 0 && n > 0) bulk_load(tile, in, 256, &full);
  if (n > 0) mbar_wait(&full, 0);
  out[t] = tile[127 - t];
}
