// expect: refuted
// finding: proxy confirmed error S L
// more: yes
// arch: sm_90a
// A word is read and written by one expression, then loaded over: that the read is not fenced is a warning, that the write is
// not is an error beside it.
#include <cstdint>
__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void __launch_bounds__(32) counted(float* out, const float* in) {
  __shared__ alignas(128) float buf[32];
  __shared__ alignas(8) uint64_t full;
  int t = threadIdx.x;
  buf[t] = 0;
  asm volatile("fence.proxy.async;" ::: "memory");
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(at(&full)) : "memory");
  __syncthreads();
  buf[t] += in[t]; /*S*/
  __syncthreads();
  if (t == 0) {
    asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], 128;\n}" ::"r"(at(&full)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(at(buf)), "l"(in), "r"(at(&full)) : "memory"); /*L*/
  }
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(&full)) : "memory");
  out[t] = buf[t];
}
