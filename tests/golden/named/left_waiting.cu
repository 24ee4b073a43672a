// expect: refuted
// finding: deadlock confirmed error W S
// more: yes
// __syncthreads() waits for the first warp to come, or to end: it does so only when the second has arrived behind the barrier.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void wait(void* p) {
  asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra D;\nbra W;\nD:\n}" ::"r"(at(p)) : "memory"); /*W*/
}
__global__ void __launch_bounds__(64) k() {
  __shared__ uint64_t done;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(&done)), "r"(32) : "memory");
  __syncwarp();
  asm volatile("bar.sync 1, 64;" ::: "memory");
  if (threadIdx.x < 32) {
    wait(&done);
    return;
  }
  __syncthreads(); /*S*/
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&done)) : "memory");
}
void host() { k<<<1, 64>>>(); }
