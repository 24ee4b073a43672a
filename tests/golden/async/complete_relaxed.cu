// expect: refuted
// finding: race confirmed error W R
// arch: sm_90
// mbarrier.complete_tx orders nothing (.relaxed alone): what its thread wrote is not released by it.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(void* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_expect(void* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void mbar_wait(void* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}

__device__ __forceinline__ void mbar_complete(void* bar, unsigned bytes) {
  asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(bytes) : "memory");
}

__global__ void __launch_bounds__(64) told(float* out, const float* in) {
  __shared__ float first;
  __shared__ alignas(8) uint64_t full;
  int t = threadIdx.x;
  if (t == 32) mbar_init(&full, 1);
  __syncthreads();
  if (t == 32) mbar_expect(&full, 16);
  if (t == 0) {
    first = in[0]; /*W*/
    mbar_complete(&full, 16);
  }
  mbar_wait(&full, 0);
  out[t] = first; /*R*/
}
