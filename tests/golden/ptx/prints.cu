// Printing changes nothing.
// expect: verified
#include <cstdio>

__global__ void __launch_bounds__(64) prints(float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t == 0) printf("%d threads\n", blockDim.x);
  out[t] = s[63 - t];
}
