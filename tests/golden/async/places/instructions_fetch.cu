// expect: verified
// arch: sm_90a
// A copy and the arrival that tells of it in one asm statement.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void fetch(void* to, const void* from, uint64_t* bar) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n"
               "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%2];" ::"r"(at(to)), "l"(from), "r"(at(bar)) : "memory");
}
__global__ void __launch_bounds__(64) asm_fetch(float* out, const float* in) {
  __shared__ alignas(128) float stage[32];
  __shared__ alignas(8) uint64_t full;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&full)) : "memory");
  __syncthreads();
  if (threadIdx.x >= 32) {
    fetch(&stage[lane], in + lane, &full);
  } else {
    asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(&full)) : "memory");
    out[blockIdx.x * 32 + lane] = stage[31 - lane];
  }
}
