// expect: refuted
// arch: sm_90
// finding: deadlock confirmed error W C
// The first warp comes to the last barrier of the cluster neither by arriving nor by ending: it waits for what the second does
// behind it.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ unsigned rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); /*C*/
}
__device__ __forceinline__ unsigned there(const void* p, unsigned r) {
  unsigned a; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(a) : "r"(at(p)), "r"(r)); return a;
}
__device__ __forceinline__ void wait(void* p) {
  asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n@p bra D;\nbra W;\nD:\n}" ::"r"(at(p)) : "memory"); /*W*/
}
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) k() {
  __shared__ uint64_t done;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(&done)), "r"(32) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster_sync();
  if (threadIdx.x < 32) {
    wait(&done);
  } else {
    cluster_sync();
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there(&done, rank() ^ 1)) : "memory");
  }
}
void host() { k<<<16, 64>>>(); }
