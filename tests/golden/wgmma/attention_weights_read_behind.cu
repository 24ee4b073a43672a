// expect: verified
// flags: --tensor-map q=64x64xf16 --tensor-map k=64x16xf16 --tensor-map v=16x16xf16
// arch: sm_90a
// A weight is read when the product with it is over.
#include <cstdint>
#include <cuda.h>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory"); /*A*/
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory"); /*E*/
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*P*/
}
__device__ __forceinline__ void tensor_load(void* to, const CUtensorMap* map, int x, int y, uint64_t* bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" /*L*/
               ::"r"(at(to)), "l"(map), "r"(at(bar)), "r"(x), "r"(y) : "memory"); /*L*/
}
// K-major, rows of 128 bytes swizzled in patterns of eight rows.
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 62;
}
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
// V lies transposed in core matrices of eight rows of 16 bytes.
__device__ __forceinline__ uint64_t transposed(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(128 >> 4) << 16 | uint64_t(256 >> 4) << 32;
}
__device__ __forceinline__ void scores(float (&d)[8], uint64_t q, uint64_t k, int more) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %10, 0;\n" /*M*/
               "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
               : "l"(q), "l"(k), "r"(more)); /*M*/
}
__device__ __forceinline__ void weigh(float (&d)[8], const unsigned (&p)[4], uint64_t v) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, 1, 1, 1, 1;" /*V*/
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
               : "r"(p[0]), "r"(p[1]), "r"(p[2]), "r"(p[3]), "l"(v)); /*V*/
}

__device__ __forceinline__ void soften(unsigned (&p)[4], const float (&s)[8]) {
  for (int i = 0; i < 4; i++)
    p[i] = __float_as_uint(exp2f(s[2 * i] - s[2 * i + 1]));
}

constexpr int STAGES = 2, Q_BYTES = 64 * 128, K_BYTES = 16 * 128, V_BYTES = 16 * 32;

__global__ void __launch_bounds__(256) attention(float* out, const __grid_constant__ CUtensorMap q, const __grid_constant__ CUtensorMap k,
                                                 const __grid_constant__ CUtensorMap v, int n) {
  __shared__ alignas(1024) char qs[Q_BYTES];
  __shared__ alignas(1024) char ks[STAGES][K_BYTES];
  __shared__ alignas(128) char vs[STAGES][V_BYTES];
  __shared__ alignas(8) uint64_t full_q, full_k[STAGES], empty_k[STAGES], full_v[STAGES], empty_v[STAGES];
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&full_q, 1);
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full_k[s], 1);
      mbar_init(&full_v[s], 1);
      mbar_init(&empty_k[s], 1);
      mbar_init(&empty_v[s], 1);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (t >= 128) {
    if (t == 128) {
      mbar_expect(&full_q, Q_BYTES);
      tensor_load(qs, &q, 0, 64 * blockIdx.x, &full_q);
      for (int j = 0; j < n; j++) {
        int s = j % STAGES, parity = ((j / STAGES) & 1) ^ 1;
        mbar_wait(&empty_k[s], parity);
        mbar_expect(&full_k[s], K_BYTES);
        tensor_load(ks[s], &k, 0, 16 * j, &full_k[s]);
        mbar_wait(&empty_v[s], parity);
        mbar_expect(&full_v[s], V_BYTES);
        tensor_load(vs[s], &v, 0, 16 * j, &full_v[s]);
      }
    }
  } else {
    float s[8] = {}, o[8] = {};
    unsigned p[4] = {};
    mbar_wait(&full_q, 0);
    uint64_t dq = descriptor(qs);
    if (n > 0) {
      mbar_wait(&full_k[0], 0);
      wgmma_fence();
      for (int i = 0; i < 4; i++)
        scores(s, dq + 2 * i, descriptor(ks[0]) + 2 * i, i);
      wgmma_commit();
      wgmma_wait<0>();
      if (t == 0) mbar_arrive(&empty_k[0]);
      soften(p, s);
    }
    for (int j = 0; j < n - 1; j++) {
      mbar_wait(&full_k[(j + 1) % STAGES], ((j + 1) / STAGES) & 1);
      wgmma_fence();
      for (int i = 0; i < 4; i++)
        scores(s, dq + 2 * i, descriptor(ks[(j + 1) % STAGES]) + 2 * i, i);
      wgmma_commit();
      mbar_wait(&full_v[j % STAGES], (j / STAGES) & 1);
      weigh(o, p, transposed(vs[j % STAGES]));
      wgmma_commit();
      wgmma_wait<1>();
      if (t == 0) mbar_arrive(&empty_k[(j + 1) % STAGES]);
      float m = fmaxf(s[0], s[1]);
      wgmma_wait<0>();
      if (t == 0) mbar_arrive(&empty_v[j % STAGES]);
      unsigned total = p[1] * 3;
      soften(p, s);
      o[0] *= m + total;
    }
    if (n > 0) {
      mbar_wait(&full_v[(n - 1) % STAGES], ((n - 1) / STAGES) & 1);
      wgmma_fence();
      weigh(o, p, transposed(vs[(n - 1) % STAGES]));
      wgmma_commit();
      wgmma_wait<0>();
    }
    for (int i = 0; i < 8; i++)
      out[(blockIdx.x * 8 + i) * 128 + t] = o[i];
  }
}
