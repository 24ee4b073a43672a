// expect: verified
// flags: --tensor-map param_0=32x32xf32 --param param_4=3
// arch: sm_90a
// more: yes
// Stores of tiles to where the block points its map, when the store by it is over.
#include <cstdint>
#include <cuda.h>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void tensor_store(const CUtensorMap* map, const void* from, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" /*L*/
               ::"l"(map), "r"(at(from)), "r"(x), "r"(y) : "memory"); /*L*/
}
__device__ __forceinline__ void replace_address(CUtensorMap* map, const void* to) {
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(to) : "memory"); /*R*/
}
__device__ __forceinline__ void release_maps() { asm volatile("fence.proxy.tensormap::generic.release.cta;" ::: "memory"); }
__device__ __forceinline__ void acquire_map(const CUtensorMap* map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.cta [%0], 128;" ::"l"(map) : "memory");
}
constexpr int BYTES = 32 * 32 * sizeof(float);

__global__ void __launch_bounds__(128) scattered(CUtensorMap* maps, float* out, const float* in, const int* starts, int groups) {
  __shared__ alignas(128) float tile[32 * 32];
  CUtensorMap* map = maps + blockIdx.x;
  int t = threadIdx.x;
  for (int g = 0; g < groups; g++) {
    for (int i = t; i < 32 * 32; i += 128) tile[i] = 2 * in[g * 1024 + i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      replace_address(map, out + starts[g]);
      release_maps();
      acquire_map(map);
      tensor_store(map, tile, 0, 32 * blockIdx.x);
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}
