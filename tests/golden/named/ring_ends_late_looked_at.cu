// expect: refuted
// flags: --block 64
// finding: race confirmed error C D
// A stage that is past the last is looked at: it is not the first one.
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

#define STAGES 3

__global__ void pipeline(float* out, const float* in, int n) {
  __shared__ uint64_t full[STAGES], empty[STAGES];
  __shared__ float slots[STAGES][32];
  __shared__ volatile int marks[STAGES + 1];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 32);
      mbar_init(&empty[s], 32);
    }
  __syncthreads();
  if (threadIdx.x < 32) {
    int stage = 0;
    unsigned phase = 1;
    int mark = 0;
    for (int k = 0; k < n; ++k, ++stage) {
      if (lane == 0 && stage == STAGES) marks[stage] = ++mark; /*C*/
      if (stage == STAGES) {
        stage = 0;
        phase ^= 1;
      }
      mbar_wait(&empty[stage], phase); /*P*/
      slots[stage][lane] = in[k * 32 + lane]; /*A*/
      mbar_arrive(&full[stage]);
    }
  } else {
    if (lane == 0) marks[STAGES] = 0; /*D*/
    int stage = 0;
    unsigned phase = 0;
    for (int k = 0; k < n; ++k, ++stage) {
      if (stage == STAGES) {
        stage = 0;
        phase ^= 1;
      }
      mbar_wait(&full[stage], phase); /*Q*/
      out[k * 32 + lane] = slots[stage][31 - lane]; /*B*/
      mbar_arrive(&empty[stage]);
    }
  }
}
