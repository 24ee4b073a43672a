// expect: refuted
// finding: race confirmed error A A
#include "my_tuning.h"
__global__ void k(float* out) { __shared__ float s[64]; s[threadIdx.x] = threadIdx.x; if (blockDim.x > 32) __syncthreads(); out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; /*A*/ }
void run(float* v) { int t = 64; sdkChooseBlock(t); k<<<1, t>>>(v); }
