// expect: refuted
// finding: proxy confirmed error W B
// arch: sm_90
// Tiles without a sum leave the fence out.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*P*/
}
__device__ __forceinline__ void bulk_load(void* to, const void* from, unsigned bytes, uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory"); /*E*/
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory"); /*L*/
}
__device__ __forceinline__ void bulk_store(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory"); /*B*/
}
__device__ __forceinline__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

constexpr int STAGES = 2, TILE = 128;

__global__ void __launch_bounds__(160) persistent(float* out, const float* in, int tiles, int n) {
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  __shared__ alignas(128) float stage[STAGES][TILE];
  __shared__ alignas(128) float result[TILE];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 128);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  int k = 0;
  if (t >= 128) {
    if (t == 128)
      for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
        for (int i = 0; i < n; i++, k++) {
          mbar_wait(&empty[k % STAGES], ((k / STAGES) & 1) ^ 1);
          bulk_load(stage[k % STAGES], in + (tile * n + i) * TILE, TILE * sizeof(float), &full[k % STAGES]);
        }
  } else {
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      float sum = 0;
      for (int i = 0; i < n; i++, k++) {
        mbar_wait(&full[k % STAGES], (k / STAGES) & 1);
        sum += stage[k % STAGES][127 - t];
        proxy_fence();
        mbar_arrive(&empty[k % STAGES]);
      }
      result[t] = sum; /*W*/
      if (n > 0) proxy_fence();
      asm volatile("bar.sync 1, 128;" ::: "memory");
      if (t == 0) {
        bulk_store(out + tile * TILE, result, TILE * sizeof(float));
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
      }
      asm volatile("bar.sync 1, 128;" ::: "memory");
    }
  }
}
