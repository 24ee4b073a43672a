// expect: refuted
// finding: race confirmed error O C
// arch: sm_90
// A block overwrites its tile when the other tile has come: its own copy may still read.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ unsigned rank() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
__device__ __forceinline__ unsigned there(const void* p) {
  unsigned a; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(a) : "r"(at(p)), "r"(rank() ^ 1)); return a;
}
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
__device__ __forceinline__ void wait(void* p) {
  asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n@p bra D;\nbra W;\nD:\n}" ::"r"(at(p)) : "memory");
}
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) hand_on(const int* in, int* out) {
  __shared__ alignas(16) int tile[64], other[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  tile[threadIdx.x] = in[threadIdx.x]; /*A*/
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); /*F*/
  cluster_sync();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(there(other)), "r"(at(tile)), "r"(there(&full)) : "memory"); /*C*/
  wait(&full); /*W*/
  out[blockIdx.x * 64 + threadIdx.x] = other[63 - threadIdx.x]; /*R*/
  __syncthreads();
  tile[threadIdx.x] = 0; /*O*/
  cluster_sync();
}
