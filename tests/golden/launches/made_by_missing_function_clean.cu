// expect: verified
// Memory from functions that are not declared is not one array for that.
#include <cstddef>

__global__ void shift(float* to, const float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1];
}
void run(int n) {
  float *to = NULL, *from = nullptr, *third;
  allocate(&to, n);
  allocate(&from, n);
  allocate(third, n);
  shift<<<n / 64, 64>>>(to, from, n);
  shift<<<n / 64, 64>>>(to, third, n);
}
