// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// It releases the stage before it has read it.
#include <cstdint>
__device__ __forceinline__ unsigned at(uint64_t* bar) { return (unsigned)__cvta_generic_to_shared(bar); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(at(bar)) : "memory"); /*R*/
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra D; bra L; D: }" ::"r"(at(bar)), "r"(parity) : "memory"); /*W*/
}

struct Turn {
  int stage;
  unsigned phase;
  __device__ __forceinline__ void next() {
    if (++stage == 3) {
      stage = 0;
      phase ^= 1;
    }
  }
};

__global__ void scan(float* out, const float* in, int n) {
  __shared__ uint64_t full[3], empty[3];
  __shared__ float slots[3][64];
  const int t = threadIdx.x;
  if (t < 3) {
    mbar_init(&full[t], 64);
    mbar_init(&empty[t], 64);
  }
  __syncthreads();
  Turn fill{0, 1}, use{0, 0};
  if (n > 0) {
    mbar_wait(&empty[fill.stage], fill.phase);
    slots[fill.stage][t] = in[t]; /*A*/
    mbar_arrive(&full[fill.stage]);
    fill.next();
  }
  for (int k = 0; k < n; k++) {
    if (k + 1 < n) {
      mbar_wait(&empty[fill.stage], fill.phase);
      slots[fill.stage][t] = in[(k + 1) * 64 + t]; /*A*/
      mbar_arrive(&full[fill.stage]);
      fill.next();
    }
    mbar_wait(&full[use.stage], use.phase);
    mbar_arrive(&empty[use.stage]);
    out[k * 64 + t] = slots[use.stage][63 - t]; /*B*/
    use.next();
  }
}
