// expect: verified
// arch: sm_90
// Two mbarriers in an array of words, 8 bytes apart.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(void* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(void* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_wait(void* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}

__global__ void __launch_bounds__(64) pair(float* out) {
  __shared__ alignas(16) unsigned bars[4];
  int t = threadIdx.x;
  if (t == 0)
    for (int i = 0; i < 2; i++) mbar_init(&bars[2 * i], 64);
  __syncthreads();
  for (int i = 0; i < 2; i++) {
    mbar_arrive(&bars[2 * i]);
    mbar_wait(&bars[2 * i], 0);
  }
  out[t] = 1;
}
