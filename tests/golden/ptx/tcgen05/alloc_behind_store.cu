// expect: refuted
// flags: --block 160
// finding: race confirmed error S N
// arch: sm_100a
// A lane clears the word that its warp allocates to, and nothing orders the two.
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
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*P*/
}
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory"); /*L*/
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
// K-major, rows of 128 bytes swizzled in patterns of eight rows.
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
}
// f16 to f32.
constexpr unsigned product_shape(int m, int n) { return 1u << 4 | unsigned(n / 8) << 17 | unsigned(m / 16) << 24; }
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

constexpr int A_BYTES = 128 * 128, B_BYTES = 64 * 128, N = 64;

__global__ void __launch_bounds__(160) twice(float* out) {
  __shared__ alignas(1024) char as[A_BYTES], bs[B_BYTES];
  __shared__ alignas(8) uint64_t done, freed, again;
  __shared__ unsigned slot;
  int t = threadIdx.x, warp = t / 32;
  if (t == 0) {
    mbar_init(&done, 1);
    mbar_init(&freed, 128);
    mbar_init(&again, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if (t == 133) slot = 0; /*S*/
  if (warp == 4) tensor_alloc(&slot, 64);
  fence_before();
  __syncthreads();
  fence_after();
  unsigned d = slot;
  if (t == 128) {
    multiply(d, descriptor(as), descriptor(bs), product_shape(128, N), 0);
    commit(&done);
    mbar_wait(&freed, 0);
    fence_after();
    multiply(d, descriptor(as), descriptor(bs), product_shape(128, N), 0);
    commit(&again);
  } else if (t < 128) {
    mbar_wait(&done, 0);
    fence_after();
    float v[8];
    tensor_load(v, d + (warp * 32 << 16));
    wait_loads();
    fence_before();
    mbar_arrive(&freed);
    for (int i = 0; i < 8; i++) out[i * 128 + t] = v[i];
    mbar_wait(&again, 0);
    fence_before();
  }
  __syncthreads();
  if (warp == 4) tensor_dealloc(d, 64);
}
