// expect: refuted
// flags: --block 32
// finding: race confirmed error W L
// ldmatrix: lane 1 loads the second word of row 0, which lane 0 has written.
#include <cstdint>
__device__ unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void matrix(int *out, int n) {
  __shared__ alignas(128) int4 rows[8];
  int t = threadIdx.x, a;
  if (t == 0) rows[0].y = n; /*W*/
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at(&rows[t % 8])) : "memory"); /*L*/
  out[blockIdx.x * 32 + t] = a;
}
