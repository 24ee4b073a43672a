// expect: refuted
// flags: --assume "n >= 0" --tensor-map a=16x128xf16 --tensor-map b=16x8xf16 --tensor-map c=8x128xf32
// finding: race confirmed error W B
// arch: sm_90a
// The tile is stored before all have written it.
#include <cstdint>
#include <cuda.h>

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
__device__ __forceinline__ void tensor_load(void* to, const CUtensorMap* map, int x, int y, uint64_t* bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" /*L*/
               ::"r"(at(to)), "l"(map), "r"(at(bar)), "r"(x), "r"(y) : "memory"); /*L*/
}
__device__ __forceinline__ void tensor_store(const CUtensorMap* map, const void* from, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" /*B*/
               ::"l"(map), "r"(at(from)), "r"(x), "r"(y) : "memory"); /*B*/
}
__device__ __forceinline__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
// K-major, rows of 32 bytes swizzled in patterns of eight rows.
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(256 >> 4) << 32 | uint64_t(3) << 62;
}
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void multiply(float (&d)[4], uint64_t a, uint64_t b, int more) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n" /*M*/
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "r"(more)); /*M*/
}


constexpr int STAGES = 4, A_BYTES = 128 * 32, B_BYTES = 8 * 32;

__global__ void __launch_bounds__(384) matmul(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                                              const __grid_constant__ CUtensorMap c, int n, int scaled) {
  __shared__ alignas(1024) char as[STAGES][A_BYTES];
  __shared__ alignas(1024) char bs[STAGES][B_BYTES];
  __shared__ alignas(128) float tile[128][8];
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x, group = t / 128;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 2);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (group == 2) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (t == 256)
      for (int k = 0; k < n; k++) {
        int s = k % STAGES;
        mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
        mbar_expect(&full[s], A_BYTES + B_BYTES);
        tensor_load(as[s], &a, 16 * k, 128 * blockIdx.x, &full[s]);
        tensor_load(bs[s], &b, 16 * k, 8 * blockIdx.y, &full[s]);
      }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    [[frobnicate(7)]] float d[4] = {};
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      wgmma_fence();
      uint64_t da = descriptor(as[s] + group * (A_BYTES / 2)), db = descriptor(bs[s]);
      multiply(d, da, db, k);
      wgmma_commit();
      wgmma_wait<1>();
      if (k > 0 && t % 128 == 0) mbar_arrive(&empty[(k - 1) % STAGES]);
    }
    wgmma_wait<0>();
    for (int i = 0; i < 4; i++)
      tile[group * 64 + t % 128 / 2][t % 2 * 4 + i] = scaled ? d[i] * 0.5f : d[i]; /*W*/
    proxy_fence();
    if (t == 0) {
      tensor_store(&c, tile, 8 * blockIdx.y, 128 * blockIdx.x);
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
  }
}
