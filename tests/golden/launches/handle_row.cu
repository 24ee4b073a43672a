// expect: verified
// assumes: gridDim.y == 1
// The driver launches whatever the caller has a handle of, with one row of blocks.
#include <cuda.h>
extern "C" __global__ void scale(float* v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] *= 3;
}
void run(CUfunction f, float* v) {
  void* list[] = {&v};
  cuLaunchKernel(f, 8, 1, 1, 128, 1, 1, 0, nullptr, list, nullptr);
}
