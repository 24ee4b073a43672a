// expect: unknown
// flags: --block 160
// unknown: P some lanes alone of a warp that multiplies matrices
// arch: sm_90a
// Half of the lanes of each warp wait for the second tile, the others, by the same instruction, once more for the first.
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
// K-major, rows of 128 bytes swizzled in patterns of eight rows.
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 62;
}
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void multiply(float (&d)[4], uint64_t a, uint64_t b, int more) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n" /*M*/
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "r"(more)); /*M*/
}

constexpr int A_BYTES = 64 * 128, B_BYTES = 8 * 128;

__global__ void __launch_bounds__(160) product(float* out, const char* a, const char* b) {
  __shared__ alignas(1024) char as[A_BYTES];
  __shared__ alignas(1024) char bs[B_BYTES];
  __shared__ alignas(8) uint64_t full[2];
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) {
    mbar_init(&full[0], 1);
    mbar_init(&full[1], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (t == 128) {
    mbar_expect(&full[0], A_BYTES);
    bulk_load(as, a, A_BYTES, &full[0]);
    mbar_expect(&full[1], B_BYTES);
    bulk_load(bs, b, B_BYTES, &full[1]);
  } else if (t < 128) {
    float d[4] = {};
    mbar_wait(&full[0], 0);
    mbar_wait(lane < 16 ? &full[1] : &full[0], 0);
    wgmma_fence();
    uint64_t da = descriptor(as), db = descriptor(bs);
    for (int i = 0; i < 4; i++)
      multiply(d, da + 2 * i, db + 2 * i, i);
    wgmma_commit();
    wgmma_wait<0>();
    for (int i = 0; i < 4; i++)
      out[i * 128 + t] = d[i];
  }
}
