// expect: refuted
// finding: race confirmed error S R
// arch: sm_90a
// One asm statement arrives, stores a number and issues a copy: the number is no part of the copy, whose end releases the
// copy alone, and it stands behind the arrival.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void __launch_bounds__(64) number(int* out, const float* in) {
  __shared__ alignas(128) float stage[128];
  __shared__ int tag;
  __shared__ alignas(8) uint64_t full;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 32) {
    asm volatile("{\n.reg .b64 state;\n" /*S*/
                 "mbarrier.arrive.expect_tx.shared::cta.b64 state, [%3], 512;\n"
                 "st.shared.u32 [%0], 7;\n"
                 "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%1], [%2], 512, [%3];\n}"
                 ::"r"(at(&tag)), "r"(at(stage)), "l"(in), "r"(at(&full)) : "memory");
  } else if (threadIdx.x < 32) {
    asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(&full)) : "memory");
    out[blockIdx.x * 32 + threadIdx.x] = tag; /*R*/
  }
}
