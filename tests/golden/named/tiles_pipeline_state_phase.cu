// expect: refuted
// flags: --block 96
// finding: deadlock confirmed error W
// more: yes
// The producer starts with the phase that completes later.
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

__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*S*/
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); /*R*/
}

#define STAGES 2

struct PipelineState {
  int index;
  unsigned phase;
  int count;
  __device__ __forceinline__ PipelineState& operator++() {
    ++index;
    ++count;
    if (index == STAGES) {
      index = 0;
      phase ^= 1;
    }
    return *this;
  }
};

// The place in the ring is an object that goes on from tile to tile; consumers exchange sums behind each.
__global__ void pipeline(float* out, const float* in, int tiles, int steps) {
  __shared__ uint64_t full[STAGES], empty[STAGES];
  __shared__ float slots[STAGES][32];
  __shared__ float sums[64];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 32);
      mbar_init(&empty[s], 64);
    }
  __syncthreads();
  if (threadIdx.x < 32) {
    PipelineState at{0, 0, 0};
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
      for (int k = 0; k < steps; k++) {
        mbar_wait(&empty[at.index], at.phase);
        slots[at.index][lane] = in[(tile * steps + k) * 32 + lane]; /*A*/
        mbar_arrive(&full[at.index]);
        ++at;
      }
  } else {
    PipelineState at{0, 0, 0};
    int t = threadIdx.x - 32;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      float sum = 0;
      for (int k = 0; k < steps; k++) {
        mbar_wait(&full[at.index], at.phase);
        sum += slots[at.index][31 - lane]; /*B*/
        mbar_arrive(&empty[at.index]);
        ++at;
      }
      sums[t] = sum; /*C*/
      bar_sync(1, 64);
      out[tile * 64 + t] = sums[63 - t]; /*D*/
      bar_sync(1, 64);
    }
  }
}
