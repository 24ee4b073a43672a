// expect: verified
// assumes: blockDim.y == 1
// What is launched with rows of threads is a kernel of another file.
#include <cuda.h>
extern "C" __global__ void scale(float* v) { v[blockIdx.x * blockDim.x + threadIdx.x] *= 3; }
static CUfunction other;
void load(CUmodule module) { cuModuleGetFunction(&other, module, "blur"); }
void run(float* v) {
  void* list[] = {&v};
  cuLaunchKernel(other, 8, 2, 1, 16, 16, 1, 0, nullptr, list, nullptr);
}
