// expect: verified
// flags: --param param_2=5
// origin: NVlabs/cuda-oxide 1066
// arch: sm_90
// The mailbox is filled again when all have taken what was in it.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory"); /*A*/
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*P*/
}
__global__ void __launch_bounds__(160) persistent(float* out, const int* order, int n) {
  __shared__ int next;
  __shared__ alignas(8) uint64_t ready, taken;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&ready, 1);
    mbar_init(&taken, 128);
  }
  __syncthreads();
  if (t >= 128) {
    if (t == 128)
      for (int k = 0; k < n; k++) {
        mbar_wait(&taken, (k & 1) ^ 1);
        next = order[k]; /*W*/
        mbar_arrive(&ready);
      }
  } else {
    for (int k = 0; k < n; k++) {
      mbar_wait(&ready, k & 1);
      int tile = next; /*R*/
      mbar_arrive(&taken);
      out[(blockIdx.x * n + k) * 128 + t] = tile * 0.5f;
    }
  }
}
