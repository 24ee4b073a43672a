// expect: refuted
// flags: --block 128
// finding: proxy confirmed error W L
// .. the threads of one alone.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void init_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ uint32_t cluster_rank() { uint32_t r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); }
__device__ __forceinline__ void cluster_wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
__device__ __forceinline__ void cluster_sync() { cluster_arrive(); cluster_wait(); }
__device__ __forceinline__ void wait_cluster(uint64_t *bar, int parity) {
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void multicast(void *to, const void *from, int bytes, uint64_t *bar, uint16_t blocks) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)), "h"(blocks) : "memory"); /*L*/
}

__global__ void __cluster_dims__(2, 1, 1) shared_row(float* out, const float* in) {
  __shared__ alignas(128) float row[128];
  __shared__ alignas(8) uint64_t full;
  int t = threadIdx.x; uint32_t r = cluster_rank();
  if (t == 0) {
    mbar_init(&full, 1);
    init_fence();
    mbar_expect(&full, 512);
  }
  row[t] = 0; /*W*/
  if (r == 0) proxy_fence();
  cluster_sync();
  if (t == 0 && r == 0) multicast(row, in, 512, &full, 3);
  wait_cluster(&full, 0);
  out[blockIdx.x * 128 + t] = row[127 - t];
  cluster_sync();
}
