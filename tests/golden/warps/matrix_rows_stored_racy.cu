// expect: refuted
// flags: --block 32
// finding: race confirmed error S R
// stmatrix: four lanes store the row whose address one lane gives and reads back.
#include <cstdint>
__device__ unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void matrices(int4 *out, int n) {
  __shared__ alignas(128) int4 rows[32];
  int t = threadIdx.x;
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%1,%1,%1};" ::"r"(at(&rows[t])), "r"(n + t) : "memory"); /*S*/
  out[blockIdx.x * 32 + t] = rows[t]; /*R*/
}
