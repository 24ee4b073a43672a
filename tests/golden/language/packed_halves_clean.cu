// Operators of half2 and bfloat162 work on both halves.
// expect: verified
// flags: --block 256
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void products(__half2* out, __nv_bfloat162* sums) {
  __shared__ __half2 s[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = __float2half2_rn(t);
  __syncthreads();
  __half2 v = s[t ^ 1] * s[t] + -s[t] / s[0];
  if (v == s[t]) v -= s[2];
  out[i] = v;
  sums[i] = sums[i] + sums[i];
}
