// expect: verified
// flags: --block 64 --param param_2=5
// origin: NVIDIA/cudnn-frontend 426
// The warp meets behind its stores, before one lane arrives for it.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory");
}

#define STAGES 2

__global__ void __launch_bounds__(64) one_lane_arrives(float* out, const float* in, int n) {
  __shared__ uint64_t full[STAGES], empty[STAGES];
  __shared__ float stage[STAGES][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 32);
    }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; k++) {
      if (lane == 0) mbar_wait(&empty[k % STAGES], ((k / STAGES) & 1) ^ 1);
      __syncwarp();
      stage[k % STAGES][lane] = in[k * 32 + lane];
      __syncwarp();
      if (lane == 0) mbar_arrive(&full[k % STAGES]);
    }
  } else {
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[k % STAGES], (k / STAGES) & 1);
      out[k * 32 + lane] = stage[k % STAGES][31 - lane];
      mbar_arrive(&empty[k % STAGES]);
    }
  }
}
