// expect: verified
// flags: --block 64
// arch: sm_90
// finding: proxy confirmed warning Q C
// All threads read the tiles, one of them copies the next one behind a barrier of the block.
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

#define S 3
__global__ void ms(float* out, const float* in, int n) {
  __shared__ alignas(8) uint64_t full[S];
  __shared__ alignas(128) float tile[S][64];
  int t = threadIdx.x;
  if (t == 0) for (int s = 0; s < S; s++) mbar_init(&full[s], 1);
  __syncthreads();
  if (t == 0)
    for (int s = 0; s < S - 1; s++)
      if (s < n) { mbar_expect(&full[s], 256); bulk_copy(tile[s], in + s * 64, 256, &full[s]); }
  for (int k = 0; k < n; k++) {
    mbar_wait(&full[k % S], (k / S) & 1);
    out[k * 64 + t] = tile[k % S][63 - t]; /*Q*/
    __syncthreads();
    if (t == 0 && k + S - 1 < n) { int s = (k + S - 1) % S; mbar_expect(&full[s], 256); bulk_copy(tile[s], in + (k + S - 1) * 64, 256, &full[s]); }
  }
}
