// expect: verified
// assumes: blockDim = (1, 1, 1)
// The module's function of that name is launched, with one thread.
#include <cuda.h>
extern "C" __global__ void begin(unsigned* clocks) { clocks[0] += clocks[1]; }
int main() {
  CUmodule module;
  CUfunction f;
  cuModuleLoad(&module, "begin.cubin");
  cuModuleGetFunction(&f, module, "begin");
  unsigned* clocks;
  cudaMallocManaged(&clocks, 8);
  void* list[] = {&clocks};
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, list, nullptr);
}
