// expect: verified
// flags: --block 64 --grid 1 -D STAGES=3
// A ring of 3 slots with mbarriers, every thread arrives.
#include <cstdint>

__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(bar));
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory"); /*I*/
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(bar));
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at) : "memory"); /*R*/
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(bar));
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at), "r"(parity) : "memory"); /*W*/
}

#ifndef STAGES
#define STAGES 3
#endif

__global__ void ring(float* out, const float* in, int n) {
  __shared__ uint64_t full[STAGES], empty[STAGES];
  __shared__ float slots[STAGES][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 32);
      mbar_init(&empty[s], 32);
    }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++) {
      mbar_wait(&empty[k % STAGES], ((k / STAGES) & 1) ^ 1);
      slots[k % STAGES][lane] = in[k * 32 + lane]; /*A*/
      mbar_arrive(&full[k % STAGES]);
    }
  } else {
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[k % STAGES], (k / STAGES) & 1);
      out[k * 32 + lane] = slots[k % STAGES][31 - lane]; /*B*/
      mbar_arrive(&empty[k % STAGES]);
    }
  }
}
