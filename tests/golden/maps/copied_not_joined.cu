// expect: refuted
// flags: --assume "groups >= 0" --tensor-map maps=32x32xf32
// arch: sm_90a
// more: yes
// finding: race any error C K
// tensormap.cp_fenceproxy: the lanes that copy the map are not ordered behind that which changed it.
#include <cstdint>
#include <cuda.h>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
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
  asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(at(map)), "l"(to) : "memory"); /*R*/ /*C*/
}
__device__ __forceinline__ void copy_map(CUtensorMap* to, const CUtensorMap* from) {
  asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" /*K*/
               ::"l"(to), "r"(at(from)) : "memory");
}
__device__ __forceinline__ void acquire_map(const CUtensorMap* map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.cta [%0], 128;" ::"l"(map) : "memory");
}
constexpr int BYTES = 32 * 32 * sizeof(float);

// The map is changed in shared memory; a warp copies it to where the copy has it from.
__global__ void __launch_bounds__(64) copied(CUtensorMap* maps, const __grid_constant__ CUtensorMap first, const float* in, const int* starts,
                                             float* out, int groups) {
  __shared__ alignas(128) float tile[32 * 32];
  __shared__ alignas(128) CUtensorMap changed;
  __shared__ alignas(8) uint64_t full;
  CUtensorMap* map = maps + blockIdx.x;
  int t = threadIdx.x;
  if (t == 0) {
    changed = first;
    mbar_init(&full, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  float sum = 0;
  for (int g = 0; g < groups; g++) {
    if (t < 32) {
      if (t == 0) replace_address(&changed, in + starts[g]);
      copy_map(map, &changed);
      acquire_map(map);
      if (t == 0) {
        mbar_expect(&full, BYTES);
        tensor_load(tile, map, 0, 32 * blockIdx.x, &full);
      }
    }
    mbar_wait(&full, g & 1);
    for (int i = t; i < 32 * 32; i += 64) sum += tile[i];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
