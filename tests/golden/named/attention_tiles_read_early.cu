// expect: refuted
// flags: --block 96
// arch: sm_90
// finding: race confirmed error C R
// finding: proxy confirmed warning Q C
// The second loop reads a tile before its copy has completed.
#include <cstdint>

struct Barrier {
  uint64_t word;
  __device__ void init(unsigned n) {
    unsigned at = __cvta_generic_to_shared(&word);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(n) : "memory");
  }
  __device__ void arrive() {
    unsigned at = __cvta_generic_to_shared(&word);
    asm volatile("{\n.reg .b64 s;\nmbarrier.arrive.shared::cta.b64 s, [%0];\n}" ::"r"(at) : "memory"); /*A*/
  }
  __device__ void expect(unsigned bytes) {
    unsigned at = __cvta_generic_to_shared(&word);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory"); /*E*/
  }
  __device__ void wait(unsigned phase) {
    unsigned at = __cvta_generic_to_shared(&word);
    asm volatile("{\n.reg .pred p;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(at), "r"(phase) : "memory"); /*W*/
  }
};

__device__ void bulk_load(void* dst, const void* src, unsigned bytes, Barrier& b) {
  unsigned d = __cvta_generic_to_shared(dst), m = __cvta_generic_to_shared(&b.word);
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(d), "l"(src), "r"(bytes), "r"(m) : "memory"); /*C*/
}

template <int STAGES> struct PipelineState {
  int index = 0; unsigned phase = 0;
  __device__ void advance() { if (++index == STAGES) { index = 0; phase ^= 1; } }
};

constexpr int S = 3;

__global__ void attention(float* out, const float* k, int masked, int tiles) {
  __shared__ alignas(128) float kt[S][256];
  __shared__ Barrier full[S], empty[S];
  int warp = threadIdx.x / 32;
  if (masked < 0 || masked > tiles) return;
  if (threadIdx.x == 0) {
    for (int s = 0; s < S; ++s) { full[s].init(1); empty[s].init(2); }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (warp == 0) {
    if (threadIdx.x == 0) {
      PipelineState<S> st;
      for (int t = 0; t < tiles; ++t) {
        empty[st.index].wait(st.phase ^ 1);
        full[st.index].expect(1024);
        bulk_load(kt[st.index], k + t * 256, 1024, full[st.index]);
        st.advance();
      }
    }
  } else {
    PipelineState<S> st;
    float acc = 0;
    int t = 0;
    for (; t < masked; ++t) {
      full[st.index].wait(st.phase);
      for (int j = 0; j < 256; ++j) acc += j <= t ? kt[st.index][j] : 0.0f; /*Q*/
      __syncwarp();
      if (threadIdx.x % 32 == 0) empty[st.index].arrive();
      st.advance();
    }
    for (; t < tiles; ++t) {
      for (int j = 0; j < 256; ++j) acc += kt[st.index][j]; /*R*/
      full[st.index].wait(st.phase);
      __syncwarp();
      if (threadIdx.x % 32 == 0) empty[st.index].arrive();
      st.advance();
    }
    out[blockIdx.x * 64 + threadIdx.x - 32] = acc;
  }
}
