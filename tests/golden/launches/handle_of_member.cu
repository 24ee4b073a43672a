// expect: refuted
// finding: race confirmed error W
// Which kernel a member of a structure stands for is not followed: it may be this one.
#include <cuda.h>
struct Context {
  CUfunction f;
};
template <class T> __global__ void scale(T* v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] *= 3; /*W*/
}
template __global__ void scale(float*);
void load(Context& c, CUmodule module, const char* name) { cuModuleGetFunction(&c.f, module, name); }
void run(Context& c, float* v) {
  void* list[] = {&v};
  cuLaunchCooperativeKernel(c.f, 8, 1, 1, 16, 16, 1, 0, nullptr, list);
}
