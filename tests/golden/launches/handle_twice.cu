// expect: refuted
// finding: race confirmed error R W
// The list names one array twice.
#include <cuda.h>
extern "C" __global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n)
    out[i] /*W*/ =
        in[i + 1]; /*R*/
}
void run(CUmodule module, int n) {
  CUfunction f;
  cuModuleGetFunction(&f, module, "shift");
  CUdeviceptr a;
  cuMemAlloc(&a, n * sizeof(float));
  void* list[] = {&a, &a, &n};
  cuLaunchKernel(f, (n + 63) / 64, 1, 1, 64, 1, 1, 0, nullptr, list, nullptr);
}
