// expect: refuted
// arch: sm_100a
// finding: divergence any error P
// One lane gives up the permit.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void tensor_alloc(unsigned* slot, unsigned columns) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(at(slot)), "r"(columns) : "memory");
}
__device__ __forceinline__ void relinquish() { asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;"); /*P*/ }
__device__ __forceinline__ void tensor_dealloc(unsigned address, unsigned columns) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address), "r"(columns)); /*F*/
}
__device__ __forceinline__ void fence_before() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void fence_after() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void tensor_load(float& v, unsigned address) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=f"(v) : "r"(address)); /*L*/
}
__device__ __forceinline__ void tensor_store(float v, unsigned address) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%1], {%0};" ::"f"(v), "r"(address) : "memory"); /*S*/
}
__device__ __forceinline__ void wait_loads() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wait_stores() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }

__global__ void __launch_bounds__(128) move(float* out, const float* in, int n) {
  __shared__ unsigned slot;
  int t = threadIdx.x, warp = t / 32;
  if (warp == 0) tensor_alloc(&slot, 32);
  if (t == 0) relinquish();
  fence_before();
  __syncthreads();
  fence_after();
  unsigned d = slot + (warp * 32 << 16);
  float v = 0;
  tensor_store(in[t], d);
  wait_stores();
  if (warp < n) tensor_load(v, d);
  wait_loads();
  out[blockIdx.x * 128 + t] = v;
  fence_before();
  __syncthreads();
  fence_after();
  if (warp == 0) tensor_dealloc(slot, 32);
}
