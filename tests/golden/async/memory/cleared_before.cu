// expect: verified
// arch: sm_90
// All of the block's memory is cleared before an mbarrier is made in it.
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

__global__ void __launch_bounds__(64) sums(float* out, const float* in) {
  extern __shared__ __align__(16) char raw[];
  float* row = reinterpret_cast<float*>(raw);
  uint64_t* bar = reinterpret_cast<uint64_t*>(raw + 256);
  int t = threadIdx.x;
  for (int i = t; i < 66; i += 64) row[i] = 0;
  __syncthreads();
  if (t == 0) mbar_init(bar, 64);
  __syncthreads();
  row[t] += in[t];
  mbar_arrive(bar);
  mbar_wait(bar, 0);
  out[t] = row[63 - t];
}
