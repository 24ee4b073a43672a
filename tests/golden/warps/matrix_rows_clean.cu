// expect: verified
// flags: --block 64
// ldmatrix: each lane writes the row whose address it gives, and the warp waits before it loads.
#include <cstdint>
__device__ unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ int sum_of_matrices(const void *row) {
  int a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at(row)) : "memory"); /*L*/
  return a + b + c + d;
}
__global__ void matrices(int *out, const int4 *in) {
  __shared__ alignas(128) int4 rows[64];
  int t = threadIdx.x;
  rows[t] = in[t]; /*W*/
  __syncwarp();
  out[blockIdx.x * 64 + t] = sum_of_matrices(&rows[t]);
}
