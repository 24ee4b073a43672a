// expect: refuted
// arch: sm_90a
// finding: proxy confirmed error W L
// more: yes
// Ten places read what a copy overwrites, one writes it: their warnings do not hide its error.
#include <cstdint>

__device__ __forceinline__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__global__ void __launch_bounds__(32) tile(float* out, const float* in) {
  __shared__ alignas(128) float buf[32];
  __shared__ alignas(8) uint64_t full;
  int t = threadIdx.x;
  buf[t] = 0;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  float sum = 0;
  if (t == 0) sum += buf[t];
  if (t == 1) sum += buf[t];
  if (t == 2) sum += buf[t];
  if (t == 3) sum += buf[t];
  if (t == 4) sum += buf[t];
  if (t == 5) sum += buf[t];
  if (t == 6) sum += buf[t];
  if (t == 7) sum += buf[t];
  if (t == 8) sum += buf[t];
  if (t == 9) sum += buf[t];
  if (t == 30) buf[t] = 1; /*W*/
  __syncthreads();
  if (t == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(at(&full)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(at(buf)), "l"(in), "r"(at(&full)) : "memory"); /*L*/
  }
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(&full)) : "memory");
  out[blockIdx.x * 32 + t] = buf[t] + sum;
}
