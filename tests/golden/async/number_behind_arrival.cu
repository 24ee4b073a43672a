// expect: refuted
// flags: --assume 'n >= 0'
// finding: race confirmed error W R
// finding: proxy confirmed warning R L
// arch: sm_90
// The number of a tile is written between the producer's arrival and its copy, whose end does not release it.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(void* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(void* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_expect(void* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void mbar_wait(void* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, void* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory"); /*L*/
}

constexpr int S = 2;
__global__ void __launch_bounds__(160) tiles(float* out, const float* in, const int* order, int n) {
  __shared__ alignas(128) float stage[S][128];
  __shared__ int ids[S];
  __shared__ alignas(8) uint64_t full[S], empty[S];
  int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < S; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 128);
    }
  __syncthreads();
  if (t == 128)
    for (int k = 0; k < n; k++) {
      int s = k % S;
      mbar_wait(&empty[s], ((k / S) & 1) ^ 1);
      mbar_expect(&full[s], 512);
      ids[s] = order[k]; /*W*/
      bulk_load(stage[s], in + k * 128, 512, &full[s]);
    }
  if (t < 128) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      int s = k % S;
      mbar_wait(&full[s], (k / S) & 1);
      sum += stage[s][127 - t] * ids[s]; /*R*/
      mbar_arrive(&empty[s]);
    }
    out[blockIdx.x * 128 + t] = sum;
  }
}
