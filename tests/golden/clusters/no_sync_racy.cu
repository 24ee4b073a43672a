// expect: refuted
// finding: race any error A B
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) swap(int *between, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  between[i] = threadIdx.x; /*A*/
  __syncthreads();
  out[i] = between[(blockIdx.x ^ 1) * blockDim.x + threadIdx.x]; /*B*/
}
void host(int *p, int *q) { swap<<<8, 128>>>(p, q); }
