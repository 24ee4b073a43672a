// expect: verified
// flags: --assume "n >= 0" --tensor-map a=64x128xf16 --tensor-map b=64x64xf16
// assumes: what tensor maps show is apart
// arch: sm_100a
// A warp of the epilogue allocates, beside a role that one block of the pair leaves out, and tells the others by an mbarrier.
#include <cstdint>
#include <cuda.h>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ unsigned block_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ unsigned of_leader(const void* p) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(p)), "r"(0));
  return there;
}
__device__ __forceinline__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); /*J*/
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); /*J*/
}
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory"); /*I*/
}
__device__ __forceinline__ void mbar_expect(uint64_t* bar, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n}" ::"r"(at(bar)), "r"(bytes) : "memory"); /*E*/
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)), "r"(parity) : "memory"); /*P*/
}
__device__ __forceinline__ void tensor_copy(void* to, const CUtensorMap* map, int x, int y, unsigned bar) {
  asm volatile("cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" /*L*/
               ::"r"(at(to)), "l"(map), "r"(bar), "r"(x), "r"(y) : "memory"); /*L*/
}
__device__ __forceinline__ void fence_before() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void fence_after() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void tensor_alloc(unsigned* slot, unsigned columns) {
  asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(at(slot)), "r"(columns) : "memory"); /*N*/
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;");
}
__device__ __forceinline__ void tensor_dealloc(unsigned address, unsigned columns) {
  asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(address), "r"(columns)); /*F*/
}
// K-major, rows of 128 bytes swizzled in patterns of eight rows.
__device__ __forceinline__ uint64_t descriptor(const void* tile) {
  uint64_t d = (at(tile) & 0x3ffff) >> 4;
  return d | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
}
// f16 to f32.
constexpr unsigned product_shape(int m, int n) { return 1u << 4 | unsigned(n / 8) << 17 | unsigned(m / 16) << 24; }
__device__ __forceinline__ void multiply(unsigned d, uint64_t a, uint64_t b, unsigned shape, int more) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\n" /*M*/
               "tcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(d), "l"(a), "l"(b), "r"(shape), "r"(more)); /*M*/
}
__device__ __forceinline__ void commit(uint64_t* bar, uint16_t blocks) {
  asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(at(bar)), "h"(blocks) : "memory"); /*C*/
}
__device__ __forceinline__ void tensor_load(float (&v)[8], unsigned address) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];" /*T*/
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]), "=f"(v[4]), "=f"(v[5]), "=f"(v[6]), "=f"(v[7]) : "r"(address)); /*T*/
}
__device__ __forceinline__ void wait_loads() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }

constexpr int STAGES = 4, ROWS = 128, N = 128, A_BYTES = ROWS * 128, B_BYTES = N / 2 * 128;

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(192)
matmul(float* out, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int n) {
  __shared__ alignas(1024) char as[STAGES][A_BYTES];
  __shared__ alignas(1024) char bs[STAGES][B_BYTES];
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES], done, allocated;
  __shared__ unsigned slot;
  const int t = threadIdx.x, warp = t / 32;
  const unsigned rank = block_rank();
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 1);
    }
    mbar_init(&done, 1);
    mbar_init(&allocated, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster_sync();
  if (warp >= 4) {
    if (t == 128) {
      for (int k = 0; k < n; k++) {
        if (rank != 0 && k >= n) goto done_with_roles;
        const int s = k % STAGES;
        mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
        if (rank == 0) mbar_expect(&full[s], 2 * (A_BYTES + B_BYTES));
        tensor_copy(as[s], &a, k * 64, blockIdx.x * ROWS, of_leader(&full[s]));
        tensor_copy(bs[s], &b, k * 64, blockIdx.y * N + rank * (N / 2), of_leader(&full[s]));
      }
      asm volatile("griddepcontrol.launch_dependents;");
    } else if (rank == 0 && t == 160) {
      mbar_wait(&allocated, 0);
      fence_after();
      const unsigned d = slot; /*R*/
      for (int k = 0; k < n; k++) {
        const int s = k % STAGES;
        mbar_wait(&full[s], (k / STAGES) & 1);
        fence_after();
        const uint64_t da = descriptor(as[s]), db = descriptor(bs[s]);
        for (int i = 0; i < 4; i++)
          multiply(d, da + 2 * i, db + 2 * i, product_shape(2 * ROWS, N), k | i);
        commit(&empty[s], 3);
      }
      commit(&done, 3);
    }
  } else {
    if (warp == 0) {
      tensor_alloc(&slot, N);
      fence_before();
      __syncwarp();
      if (t == 0) mbar_arrive(&allocated);
    }
    mbar_wait(&allocated, 0);
    fence_after();
    const unsigned d = slot;
    mbar_wait(&done, 0);
    fence_after();
    for (int c = 0; c < N; c += 8) {
      float v[8];
      tensor_load(v, d + (warp * 32 << 16) + c);
      wait_loads();
      for (int i = 0; i < 8; i++)
        out[((static_cast<long long>(blockIdx.y) * gridDim.x + blockIdx.x) * N + c + i) * ROWS + t] = v[i];
    }
    fence_before();
  }
done_with_roles:
  cluster_sync();
  if (warp == 0) {
    fence_after();
    tensor_dealloc(slot, N);
  }
} /*X*/
