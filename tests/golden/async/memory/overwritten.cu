// expect: refuted
// finding: barrier-id confirmed error A
// unknown: W the memory of an mbarrier that may be in use is written here
// arch: sm_90
// Scratch memory is laid over an mbarrier that is used again: its phase is gone.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(void* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(void* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory"); /*A*/
}
__device__ __forceinline__ void mbar_wait(void* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}

__global__ void __launch_bounds__(64) sums(float* out) {
  __shared__ union {
    uint64_t bar;
    float parts[2];
  } u;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&u.bar, 64);
  __syncthreads();
  if (t % 32 == 0) u.parts[t / 32] = 1.0f + t; /*W*/
  __syncthreads();
  out[t] = u.parts[t / 32];
  __syncthreads();
  mbar_arrive(&u.bar);
  mbar_wait(&u.bar, 0);
}
