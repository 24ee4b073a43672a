// expect: verified
// finding: exited-threads confirmed warning S
// The first warp waits and leaves; __syncthreads() behind the arrival does not wait for it.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void wait(void* p) {
  asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra D;\nbra W;\nD:\n}" ::"r"(at(p)) : "memory");
}
__global__ void __launch_bounds__(64) k() {
  __shared__ uint64_t done;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(&done)), "r"(32) : "memory");
  __syncwarp();
  asm volatile("bar.sync 1, 64;" ::: "memory");
  if (threadIdx.x < 32) {
    wait(&done); /*W*/
    return;
  }
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&done)) : "memory");
  __syncthreads(); /*S*/
}
void host() { k<<<1, 64>>>(); }
