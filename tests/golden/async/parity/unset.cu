// expect: unknown
// unknown: A the parity of a wait
// arch: sm_90
// The phase is set by thread 0 alone.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(void* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(void* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_wait(void* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*A*/
}

__global__ void __launch_bounds__(128) sums(float* out, const float* in, int n) {
  __shared__ float row[64];
  __shared__ uint64_t full, empty;
  int t = threadIdx.x;
  unsigned phase;
  if (t == 0) phase = 0;
  if (t == 0) {
    mbar_init(&full, 64);
    mbar_init(&empty, 64);
  }
  __syncthreads();
  if (t >= 64) {
    for (int k = 0; k < n; k++) {
      mbar_wait(&empty, phase ^ 1);
      row[t - 64] = in[k * 64 + t - 64];
      mbar_arrive(&full);
      phase ^= 1;
    }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      mbar_wait(&full, phase);
      sum += row[63 - t];
      mbar_arrive(&empty);
      phase ^= 1;
    }
    out[t] = sum;
  }
}
