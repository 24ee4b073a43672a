// expect: unknown
// unknown: P relaxed waits are not followed
// flags: --param param_2=3
// arch: sm_100a
// A relaxed wait for the commit: what it orders is not followed.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void fence_before() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void fence_after() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void tensor_alloc(unsigned* slot, unsigned columns) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(at(slot)), "r"(columns) : "memory"); /*N*/
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
}
__device__ __forceinline__ void tensor_dealloc(unsigned address, unsigned columns) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address), "r"(columns)); /*F*/
}
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
}
__host__ __device__ constexpr unsigned product_shape(int m, int n) { return 1u << 4 | unsigned(n / 8) << 17 | unsigned(m / 16) << 24; }
__device__ __forceinline__ void multiply(unsigned d, uint64_t a, uint64_t b, unsigned shape, int more) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\n" /*M*/
               "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(d), "l"(a), "l"(b), "r"(shape), "r"(more)); /*M*/
}
__device__ __forceinline__ void commit(uint64_t* bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(at(bar)) : "memory"); /*C*/
}
__device__ __forceinline__ void tensor_load(float (&v)[8], unsigned address) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];" /*T*/
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]), "=f"(v[4]), "=f"(v[5]), "=f"(v[6]), "=f"(v[7]) : "r"(address)); /*T*/
}
__device__ __forceinline__ void wait_loads() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }

__device__ __forceinline__ void mbar_wait_relaxed(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*P*/
}

__global__ void __launch_bounds__(256) k(float* out, const char* a, int n) {
  __shared__ alignas(1024) char as[2][128 * 128];
  __shared__ alignas(1024) char bs[2][64 * 128];
  __shared__ alignas(8) uint64_t bar[4];
  __shared__ unsigned slot;
  int t = threadIdx.x, warp = t / 32;
  if (t == 0) { for (int i = 0; i < 4; i++) mbar_init(&bar[i], 1); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
  if (warp == 0) tensor_alloc(&slot, 256);
  fence_before();
  __syncthreads();
  fence_after();
  unsigned d = slot;
  unsigned lane0 = (warp % 4) * 32 << 16;
  uint64_t da = descriptor(as[0]), db = descriptor(bs[0]);
  const unsigned S = product_shape(128, 64);
  float v[8];
  for (int i = t; i < 128 * 128; i += 256)
    as[0][i] = a[i];
  for (int i = t; i < 64 * 128; i += 256)
    bs[0][i] = a[i];
  proxy_fence();
  __syncthreads();
  if (t == 0) {
    multiply(d, da, db, S, 0);
    commit(&bar[0]);
  }
  mbar_wait_relaxed(&bar[0], 0);
  fence_after();
  if (warp < 4) {
    tensor_load(v, d + lane0);
    wait_loads();
    out[t] = v[0];
  }
  fence_before();
  __syncthreads();
  if (warp == 0) {
    fence_after();
    tensor_dealloc(d, 256);
  }
}
