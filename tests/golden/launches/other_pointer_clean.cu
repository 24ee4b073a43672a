// expect: verified
__global__ void shift(float* to, float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
#include <stdlib.h>
void run(float* v, int n) {
  float* other = v;
  cudaMalloc((void**)&other, n * sizeof(float));
  shift<<<n / 64, 64>>>(v, other, n);
}
