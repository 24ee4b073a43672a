// expect: verified
// flags: --block 64
// origin: NVIDIA/Fuser 1769
// A barrier of the block between initialisation and use.
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

__global__ void first_use(float* out, const float* in) {
  __shared__ uint64_t ready;
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 32) mbar_init(&ready, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    tile[lane] = in[lane];
    mbar_arrive(&ready);
  } else {
    mbar_wait(&ready, 0);
    out[lane] = tile[31 - lane];
  }
}
