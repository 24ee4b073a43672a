// expect: unknown
// unknown: A lanes of tensor memory that are not of the warp's quarter
// arch: sm_100a
// A warp cannot load the lanes of its neighbour.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void fence_before() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void fence_after() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void tensor_load(unsigned (&v)[4], unsigned address) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x4.b32 {%0, %1, %2, %3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(address)); /*A*/
}
__device__ __forceinline__ void tensor_store(unsigned address, const unsigned (&v)[4]) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x4.b32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]));
}

__global__ void __launch_bounds__(128) kept(unsigned* out, const unsigned* in) {
  __shared__ unsigned slot;
  int t = threadIdx.x, warp = t / 32;
  if (warp == 0) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(at(&slot)) : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
  }
  fence_before();
  __syncthreads();
  fence_after();
  unsigned d = slot;
  unsigned v[4] = {in[t], in[128 + t], in[256 + t], in[384 + t]};
  tensor_store(d + (warp * 32 << 16), v);
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  fence_before();
  __syncthreads();
  fence_after();
  unsigned w[4];
  tensor_load(w, d + ((warp ^ 1) * 32 << 16));
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  out[t] = w[0] + w[1] + w[2] + w[3];
  fence_before();
  __syncthreads();
  if (warp == 0) {
    fence_after();
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(d));
  }
}
