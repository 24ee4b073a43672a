// expect: verified
// assumes: distinct pointers
// The list names two arrays.
#include <cuda.h>
extern "C" __global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n)
    out[i] =
        in[i + 1];
}
void run(CUmodule module, int n) {
  CUfunction f;
  cuModuleGetFunction(&f, module, "shift");
  CUdeviceptr a, b;
  cuMemAlloc(&a, n * sizeof(float));
  cuMemAlloc(&b, n * sizeof(float));
  void* list[] = {&a, &b, &n};
  cuLaunchKernel(f, (n + 63) / 64, 1, 1, 64, 1, 1, 0, nullptr, list, nullptr);
}
