// expect: refuted
// flags: --tensor-map param_0=32x32xf32 --param param_4=5
// finding: race confirmed error R L
// origin: deepseek-ai/DeepGEMM 343
// arch: sm_90a
// more: yes
// Two stages of copies by one tensor map: the map is pointed to the next group while the copy of the last one is under way.
#include <cstdint>
#include <cuda.h>

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
__device__ __forceinline__ void tensor_load(void* to, const CUtensorMap* map, int x, int y, uint64_t* bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" /*L*/
               ::"r"(at(to)), "l"(map), "r"(at(bar)), "r"(x), "r"(y) : "memory"); /*L*/
}
__device__ __forceinline__ void replace_address(CUtensorMap* map, const void* to) {
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(to) : "memory"); /*R*/
}
__device__ __forceinline__ void release_maps() { asm volatile("fence.proxy.tensormap::generic.release.cta;" ::: "memory"); }
__device__ __forceinline__ void acquire_map(const CUtensorMap* map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.cta [%0], 128;" ::"l"(map) : "memory");
}
constexpr int BYTES = 32 * 32 * sizeof(float);
constexpr int STAGES = 2;

__global__ void __launch_bounds__(160) grouped(CUtensorMap* maps, const float* in, const int* starts, float* out, int groups) {
  __shared__ alignas(128) float tiles[STAGES][32 * 32];
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 128);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (t >= 128) {
    if (t == 128)
      for (int g = 0; g < groups; g++) {
        int s = g % STAGES;
        CUtensorMap* map = maps + blockIdx.x;
        mbar_wait(&empty[s], ((g / STAGES) & 1) ^ 1);
        replace_address(map, in + starts[g]);
        release_maps();
        acquire_map(map);
        mbar_expect(&full[s], BYTES);
        tensor_load(tiles[s], map, 0, 32 * blockIdx.x, &full[s]);
      }
  } else {
    float sum = 0;
    for (int g = 0; g < groups; g++) {
      int s = g % STAGES;
      mbar_wait(&full[s], (g / STAGES) & 1);
      for (int i = t; i < 32 * 32; i += 128) sum += tiles[s][i];
      mbar_arrive(&empty[s]);
    }
    out[blockIdx.x * 128 + t] = sum;
  }
}
