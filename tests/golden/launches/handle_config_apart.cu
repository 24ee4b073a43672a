// expect: verified
// assumes: gridDim = (4, 1, 1)
// cuLaunchKernelEx, with what a structure says.
#include <cuda.h>
extern "C" __global__ void scale(float* v) {
  v[blockIdx.x * 32 + threadIdx.x] *= 3;
}
void run(CUmodule module, float* v) {
  CUfunction f = nullptr;
  cuModuleGetFunction(&f, module, "scale");
  CUlaunchConfig config = {};
  config.gridDimX = 4;
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 32;
  config.blockDimY = config.blockDimZ = 1;
  void* list[] = {&v};
  cuLaunchKernelEx(&config, f, list, nullptr);
}
