// expect: verified
// assumes: gridDim = (8, 1, 1)
// Members of a class hold the handles of two kernels: one is launched in rows.
#include <cuda.h>
extern "C" __global__ void scale(float* v) { v[blockIdx.x * blockDim.x + threadIdx.x] *= 3; }
extern "C" __global__ void scale_rows(float* v) { v[blockIdx.y * gridDim.x * blockDim.x + blockIdx.x * blockDim.x + threadIdx.x] *= 3; }
class Program {
public:
  void load() {
    cuModuleLoad(&module_, "program.ptx");
    cuModuleGetFunction(&scale_, module_, "scale");
    cuModuleGetFunction(&rows_, module_, "scale_rows");
  }
  void run(CUdeviceptr v) {
    void* list[] = {&v};
    cuLaunchKernel(scale_, 8, 1, 1, 64, 1, 1, 0, nullptr, list, nullptr);
    cuLaunchKernel(rows_, 8, 2, 1, 64, 1, 1, 0, nullptr, list, nullptr);
  }

private:
  CUmodule module_;
  CUfunction scale_, rows_;
};
