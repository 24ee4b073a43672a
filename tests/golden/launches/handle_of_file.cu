// expect: refuted
// finding: race confirmed error W
// What is launched with rows of threads is named elsewhere.
#include <cuda.h>
extern "C" __global__ void scale(float* v) { v[blockIdx.x * blockDim.x + threadIdx.x] *= 3; /*W*/ }
static CUfunction other;
void load(CUmodule module) { cuModuleGetFunction(&other, module, "scale"); }
void run(float* v) {
  void* list[] = {&v};
  cuLaunchKernel(other, 8, 2, 1, 16, 16, 1, 0, nullptr, list, nullptr);
}
