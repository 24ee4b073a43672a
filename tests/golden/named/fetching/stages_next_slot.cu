// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// more: yes
// The slot of another tile is read.
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

template <class T> __device__ T least(T a, T b) { return b < a ? b : a; }
constexpr int STAGES = 4;

__global__ void scale(float* out, const float* in, int n) {
  __shared__ uint64_t full[STAGES], empty[STAGES];
  __shared__ float slots[STAGES][64];
  if (threadIdx.x == 0)
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 64);
      mbar_init(&empty[s], 64);
    }
  __syncthreads();
  int to = 0, to_phase = 1, from = 0, from_phase = 0, f = 0;
  for (int k = 0; k < n; k++) {
    while (f < least(n, k + 3)) {
      mbar_wait(&empty[to], to_phase);
      slots[to][threadIdx.x] = in[f * 64 + threadIdx.x]; /*A*/
      mbar_arrive(&full[to]);
      if (++to == STAGES) {
        to = 0;
        to_phase ^= 1;
      }
      f++;
    }
    mbar_wait(&full[from], from_phase);
    out[k * 64 + threadIdx.x] = slots[(from + 1) % STAGES][63 - threadIdx.x]; /*B*/
    mbar_arrive(&empty[from]);
    if (++from == STAGES) {
      from = 0;
      from_phase ^= 1;
    }
  }
}
