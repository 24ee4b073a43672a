// expect: verified
// arch: sm_90
// Data between two mbarriers.
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

struct Storage {
  uint64_t first;
  float row[64];
  uint64_t second;
};
__global__ void __launch_bounds__(64) turn(float* out, const float* in) {
  extern __shared__ __align__(16) char raw[];
  Storage& s = *reinterpret_cast<Storage*>(raw);
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&s.first, 64);
    mbar_init(&s.second, 64);
  }
  __syncthreads();
  s.row[t] = in[t];
  mbar_arrive(&s.first);
  mbar_wait(&s.first, 0);
  float other = s.row[63 - t];
  mbar_arrive(&s.second);
  mbar_wait(&s.second, 0);
  s.row[t] = 2 * other;
  out[t] = s.row[t];
}
