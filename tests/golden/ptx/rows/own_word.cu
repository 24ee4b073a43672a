// expect: verified
// flags: --block 32
// ldmatrix: lane 0 loads the first word of row 0 itself.
#include <cstdint>
__device__ unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void matrix(int *out, int n) {
  __shared__ alignas(128) int4 rows[8];
  int t = threadIdx.x, a;
  if (t == 0) rows[0].x = n;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at(&rows[t % 8])) : "memory");
  out[blockIdx.x * 32 + t] = a;
}
