// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
#include <cuda_fp16.h>
__global__ void products(__half2* out) {
  __shared__ __half2 s[256];
  const int t = threadIdx.x;
  s[t] = __float2half2_rn(t);
  __syncthreads();
  s[t] += s[t ^ 1] * s[t]; /*A*/
}
