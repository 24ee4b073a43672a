// expect: verified
// arch: sm_90
// The second warp keeps each block until the other one has read and arrived; the first may have ended by then.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ unsigned rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
__device__ __forceinline__ unsigned there(const void* p, unsigned r) {
  unsigned a; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(a) : "r"(at(p)), "r"(r)); return a;
}
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) k(int* out) {
  __shared__ uint64_t done;
  __shared__ int s[64];
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(&done)), "r"(64) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  s[threadIdx.x] = threadIdx.x;
  cluster_sync();
  int v;
  asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(there(&s[threadIdx.x], rank() ^ 1)) : "memory"); /*U*/
  out[blockIdx.x * 64 + threadIdx.x] = v;
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there(&done, rank() ^ 1)) : "memory"); /*A*/
  if (threadIdx.x >= 32)
    asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n@p bra D;\nbra W;\nD:\n}" ::"r"(at(&done)) : "memory");
} /*E*/
void host(int* out) { k<<<16, 64>>>(out); }
