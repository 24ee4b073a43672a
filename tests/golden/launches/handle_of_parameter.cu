// expect: refuted
// finding: race confirmed error W
// A template launches whatever it gets.
#include <cuda.h>
extern "C" __global__ void scale(float* v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] *= 3; /*W*/
}
template <class F> void run(F f, float* v) {
  void* list[] = {&v};
  cuLaunchKernel(f, 8, 2, 1, 128, 1, 1, 0, nullptr, list, nullptr);
}
