// expect: refuted
// flags: --param param_5=5
// finding: race confirmed error Q Y
// more: yes
// origin: mlc-ai/TIRx-kernels 7
// arch: sm_100a
// tcgen05.cp rewrites columns of scale factors while committed products may still read them: a copy does not
// wait for products that were issued before it.
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
// K-major, without swizzling: eight rows of 16 bytes one behind the other.
__device__ __forceinline__ uint64_t plain_descriptor(const void* tile, int stride = 256) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(128 >> 4) << 16 | uint64_t(stride >> 4) << 32 | uint64_t(1) << 46;
}
// 32 rows of 16 bytes, to the lanes of each warp.
__device__ __forceinline__ void copy_scales(unsigned to, uint64_t from) {
  asm volatile("tcgen05.cp.cta_group::1.32x128b.warpx4 [%0], %1;" ::"r"(to), "l"(from)); /*Q*/
}
__device__ __forceinline__ void multiply_scaled(unsigned d, uint64_t a, uint64_t b, unsigned shape, unsigned sa, unsigned sb, int more) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n" /*Y*/
               "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%0], %1, %2, %3, [%4], [%5], p;\n}" /*Y*/
               ::"r"(d), "l"(a), "l"(b), "r"(shape), "r"(sa), "r"(sb), "r"(more)); /*Y*/
}

constexpr int A_BYTES = 128 * 32, B_BYTES = 64 * 32, SCALE_BYTES = 512, N = 64, STAGES = 2;

__global__ void __launch_bounds__(192) scaled(float* out, const char* a, const char* b, const char* sa, const char* sb, int n) {
  __shared__ alignas(1024) char as[STAGES][A_BYTES], bs[STAGES][B_BYTES];
  __shared__ alignas(128) char scales[STAGES][2 * SCALE_BYTES];
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES], done;
  __shared__ unsigned slot;
  int t = threadIdx.x, warp = t / 32;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 1);
    }
    mbar_init(&done, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if (warp == 5) tensor_alloc(&slot, 128);
  fence_before();
  __syncthreads();
  fence_after();
  unsigned d = slot;
  if (t == 128) {
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
      mbar_expect(&full[s], A_BYTES + B_BYTES + 2 * SCALE_BYTES);
      bulk_load(as[s], a + k * A_BYTES, A_BYTES, &full[s]);
      bulk_load(bs[s], b + k * B_BYTES, B_BYTES, &full[s]);
      bulk_load(scales[s], sa + k * SCALE_BYTES, SCALE_BYTES, &full[s]);
      bulk_load(scales[s] + SCALE_BYTES, sb + k * SCALE_BYTES, SCALE_BYTES, &full[s]);
    }
  } else if (t == 160) {
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      fence_after();
      copy_scales(d + 64, plain_descriptor(scales[s], 128));
      copy_scales(d + 68, plain_descriptor(scales[s] + SCALE_BYTES, 128));
      multiply_scaled(d, plain_descriptor(as[s]), plain_descriptor(bs[s]), product_shape(128, N), d + 64, d + 68, k);
      commit(&empty[s]);
    }
    commit(&done);
  } else if (t < 128) {
    mbar_wait(&done, 0);
    fence_after();
    for (int c = 0; c < N; c += 8) {
      float v[8];
      tensor_load(v, d + (warp * 32 << 16) + c);
      wait_loads();
      for (int i = 0; i < 8; i++)
        out[(c + i) * 128 + t] = v[i];
    }
    fence_before();
  }
  __syncthreads();
  if (warp == 5) tensor_dealloc(d, 128);
}
