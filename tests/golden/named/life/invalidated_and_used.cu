// expect: refuted
// arch: sm_90
// flags: --block 64
// finding: barrier-id confirmed error R
// unknown: R may be used after it is invalidated
// An invalidated object is used again.
#include <cstdint>
__device__ __forceinline__ unsigned at(uint64_t* bar) { return (unsigned)__cvta_generic_to_shared(bar); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory"); /*I*/
}
__device__ __forceinline__ void mbar_inval(uint64_t* bar) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(at(bar)) : "memory"); /*V*/
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(at(bar)) : "memory"); /*R*/
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra D; bra L; D: }" ::"r"(at(bar)), "r"(parity) : "memory"); /*W*/
}

__global__ void exchange(float* out, const float* in) {
  __shared__ uint64_t bar;
  __shared__ float cells[64];
  int t = threadIdx.x;
  if (t == 0) mbar_init(&bar, 64);
  __syncthreads();
  cells[t] = in[t];
  mbar_arrive(&bar);
  mbar_wait(&bar, 0);
  out[t] = cells[63 - t];
  __syncthreads();
  if (t == 0) mbar_inval(&bar);
  __syncthreads();
  cells[63 - t] = 1;
  mbar_arrive(&bar);
  mbar_wait(&bar, 1);
  out[64 + t] = cells[t];
}
