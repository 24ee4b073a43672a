// expect: verified
// flags: --arch sm_90a
// Each turn that stores has a barrier of the warp behind it, under the same condition.
#include <cstdint>
__device__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void __launch_bounds__(64) rows(unsigned* out, int n) {
  __shared__ alignas(16) unsigned buf[32];
  __shared__ uint64_t given;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(&given)), "r"(8) : "memory");
  __syncthreads();
  if (t < 32) {
    for (int k = 0; k < n; k++)
      if (k % 2 == 1) {
        asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at(buf + lane % 8 * 4)), "r"(lane) : "memory");
        __syncwarp();
      }
    if (lane < 8)
      asm volatile("{\n.reg .b64 s;\nmbarrier.arrive.shared::cta.b64 s, [%0];\n}" ::"r"(at(&given)) : "memory");
  } else {
    asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at(&given)) : "memory");
    out[lane] = buf[lane];
  }
}
