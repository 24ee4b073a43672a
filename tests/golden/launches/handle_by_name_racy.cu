// expect: refuted
// finding: race confirmed error W
// assumes: blockDim = (64, 1, 1)
// The module's function of that name is launched, with 64 threads; the other kernel with one.
#include <cuda.h>
extern "C" __global__ void begin(unsigned* clocks) { clocks[0] += clocks[1]; /*W*/ }
extern "C" __global__ void end(unsigned* clocks) { clocks[1] += clocks[0]; }
int main() {
  CUmodule module;
  CUfunction f;
  cuModuleLoad(&module, "clocks.cubin");
  unsigned* clocks;
  cudaMallocManaged(&clocks, 8);
  void* list[] = {&clocks};
  cuModuleGetFunction(&f, module, "begin");
  cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, nullptr, list, nullptr);
  cuModuleGetFunction(&f, module, "end");
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, list, nullptr);
}
