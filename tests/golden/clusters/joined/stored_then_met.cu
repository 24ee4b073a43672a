// expect: refuted
// flags: --block 128
// finding: race confirmed error S A
// more: yes
// A barrier of the cluster does not wait for what st.async stores: the mbarrier counts that.
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
__device__ __forceinline__ void store_async(float *to, float value, uint64_t *bar, uint32_t rank) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(mapped(to, rank)), "r"(__float_as_int(value)), "r"(mapped(bar, rank)) : "memory"); /*S*/
}

__global__ void __cluster_dims__(2, 1, 1) pass_on(float* out, const float* in) {
  __shared__ float row[128];
  __shared__ alignas(8) uint64_t full;
  int t = threadIdx.x; uint32_t r = cluster_rank();
  if (t == 0) {
    mbar_init(&full, 1);
    init_fence();
    mbar_expect(&full, 512);
  }
  cluster_sync();
  store_async(&row[t], in[blockIdx.x * 128 + t], &full, r ^ 1);
  cluster_sync();
  out[blockIdx.x * 128 + t] = row[127 - t]; /*A*/
  cluster_sync();
}
