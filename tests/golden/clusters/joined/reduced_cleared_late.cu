// expect: refuted
// flags: --block 128
// finding: race confirmed error Z D
// A row is cleared when the other block may already add to it.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void init_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ uint32_t mapped(const void *p, uint32_t rank) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(p)), "r"(rank));
  return there;
}
__device__ __forceinline__ uint32_t cluster_rank() { uint32_t r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); }
__device__ __forceinline__ void cluster_wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ void cluster_sync() { cluster_arrive(); cluster_wait(); }
__device__ __forceinline__ void wait_cluster(uint64_t *bar, int parity) {
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void red_async(unsigned *to, unsigned value, uint64_t *bar, uint32_t rank) {
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(mapped(to, rank)), "r"(value), "r"(mapped(bar, rank)) : "memory"); /*D*/
}

__global__ void __cluster_dims__(2, 1, 1) sum(unsigned* out, const unsigned* in) {
  __shared__ unsigned row[128];
  __shared__ alignas(8) uint64_t full;
  int t = threadIdx.x; uint32_t r = cluster_rank();
  if (t == 0) {
    mbar_init(&full, 1);
    init_fence();
    mbar_expect(&full, 1024);
  }
  cluster_sync();
  row[t] = 0; /*Z*/
  red_async(&row[t], in[blockIdx.x * 128 + t], &full, r ^ 1);
  red_async(&row[t], in[blockIdx.x * 128 + t], &full, r);
  wait_cluster(&full, 0);
  out[blockIdx.x * 128 + t] = row[127 - t];
  cluster_sync();
}
