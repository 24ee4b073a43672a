// expect: verified
// finding: proxy confirmed warning S M
// arch: sm_100a
// A warp stores sums, and a product of another thread adds to them behind a wait without a fence of tensor operations: both write, and
// what they write does not matter.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar) {
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void fence_before() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void fence_after() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ __forceinline__ void multiply(unsigned d, const void* tile) {
  constexpr unsigned shape = 1u << 4 | 8u << 17 | 8u << 24;
  uint64_t operand = (at(tile) & 0x3ffff) >> 4 | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\ntcgen05.mma.cta_group::1.kind::f16 [%0], %1, %1, %2, p;\n}" /*M*/
               ::"r"(d), "l"(operand), "r"(shape)); /*M*/
}

__global__ void __launch_bounds__(64) sums(int n) {
  __shared__ alignas(1024) char tile[128 * 128];
  __shared__ alignas(8) uint64_t stored, done;
  __shared__ unsigned slot;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&stored, 1);
    mbar_init(&done, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if (t < 32) asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(at(&slot)) : "memory");
  fence_before();
  __syncthreads();
  fence_after();
  unsigned d = slot;
  if (t < 32) {
    asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(d), "r"(n)); /*S*/
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
    fence_before();
    __syncwarp();
    if (t == 0) mbar_arrive(&stored);
    mbar_wait(&done);
    fence_after();
  } else if (t == 32) {
    mbar_wait(&stored);
    multiply(d, tile);
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(at(&done)) : "memory");
  }
  fence_before();
  __syncthreads();
  fence_after();
  if (t < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" ::"r"(d));
}
