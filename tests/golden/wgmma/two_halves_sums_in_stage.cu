// expect: refuted
// arch: sm_90a
// finding: race confirmed error M E
// Behind its own products a thread writes where the other warpgroup may still read.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
__device__ __forceinline__ void init_fence() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 62;
}
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void multiply(float (&d)[4], uint64_t a, uint64_t b, int more) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n" /*M*/
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}" /*M*/
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "r"(more));
}
constexpr int STAGES = 4, A_BYTES = 64 * 128, B_BYTES = 8 * 128;

__global__ void __launch_bounds__(288) halves(float* out, const char* a, const char* b, int n) {
  __shared__ alignas(1024) char as[STAGES][2 * A_BYTES];
  __shared__ alignas(1024) char bs[STAGES][B_BYTES];
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 2);
    }
    init_fence();
  }
  __syncthreads();
  if (t >= 256) {
    if (t == 256)
      for (int k = 0; k < n; k++) {
        int s = k % STAGES;
        mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
        mbar_expect(&full[s], 2 * A_BYTES + B_BYTES);
        bulk_load(as[s], a + k * 2 * A_BYTES, 2 * A_BYTES, &full[s]);
        bulk_load(bs[s], b + k * B_BYTES, B_BYTES, &full[s]);
      }
  } else {
    int g = t / 128;
    float d[4] = {};
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      wgmma_fence();
      uint64_t da = descriptor(as[s] + g * A_BYTES), db = descriptor(bs[s]);
      for (int i = 0; i < 4; i++) multiply(d, da + 2 * i, db + 2 * i, k | i);
      wgmma_commit();
      wgmma_wait<0>();
      if (t % 128 == 0) mbar_arrive(&empty[s]);
    }
    wgmma_wait<0>();
    reinterpret_cast<float*>(bs[0])[t] = d[0]; /*E*/
    asm volatile("bar.sync 1, 256;" ::: "memory");
    d[1] = reinterpret_cast<float*>(bs[0])[255 - t];
    for (int i = 0; i < 4; i++) out[i * 256 + t] = d[i];
  }
}
