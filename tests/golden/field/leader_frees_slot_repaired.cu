// expect: verified
// origin: triton-lang/triton 10035
// flags: --block 128 --grid 1
// The group meets before its leader frees the slot.
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

#define STAGES 2

// A ring of slots; a group of two warps reads each slot, and its leader gives it back.
__global__ void leader_frees(float* out, const float* in, int n) {
  __shared__ uint64_t full[STAGES], empty[STAGES];
  __shared__ float slots[STAGES][64];
  int t = threadIdx.x % 64;
  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 64);
      mbar_init(&empty[s], 1);
    }
  __syncthreads();
  if (threadIdx.x < 64) {
    for (int k = 0; k < n; k++) {
      mbar_wait(&empty[k % STAGES], ((k / STAGES) & 1) ^ 1);
      slots[k % STAGES][t] = in[k * 64 + t];
      mbar_arrive(&full[k % STAGES]);
    }
  } else {
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[k % STAGES], (k / STAGES) & 1);
      out[k * 64 + t] = slots[k % STAGES][63 - t];
      asm volatile("bar.sync 1, 64;" ::: "memory");
      if (t == 0) mbar_arrive(&empty[k % STAGES]);
    }
  }
}
