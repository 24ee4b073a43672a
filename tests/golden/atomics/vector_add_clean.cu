// expect: verified
// Sums of vectors are atomic for each of their elements, and so for sums of single elements.
#include <cuda_fp16.h>
__global__ void forces(float4* force, __half2* weights, const float4* f, __half2 h, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&force[i % 7], f[i]);
  atomicAdd(&force[i % 5].y, 1.0f);
  atomicAdd(reinterpret_cast<float2*>(&force[i % 3]) + 1, make_float2(1, 2));
  atomicAdd(&weights[i % 3], h);
}
