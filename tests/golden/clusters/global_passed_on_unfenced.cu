// expect: refuted
// arch: sm_90
// finding: proxy confirmed error W L
// .. without a proxy fence: the barrier of the cluster is of threads.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory"); /*L*/
}
__device__ __forceinline__ void init_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) passed_on(float* kept, float* out, const float* in) {
  __shared__ alignas(128) float tile[128];
  __shared__ alignas(8) uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    init_fence();
  }
  kept[blockIdx.x * 128 + t] = 2 * in[blockIdx.x * 128 + t]; /*W*/
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  if (t == 0) {
    mbar_expect(&full, 512);
    bulk_load(tile, kept + (blockIdx.x ^ 1) * 128, 512, &full);
  }
  mbar_wait(&full, 0);
  out[blockIdx.x * 128 + t] = tile[127 - t];
}
void host(float* kept, float* out, const float* in) { passed_on<<<16, 128>>>(kept, out, in); }
