// expect: refuted
// finding: race confirmed error A A
// What is swapped is the same behind it.
#include <utility>
__global__ void shift(float* to, float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
void run(float* a, float* b, int n) {
  float* other = a;
  std::swap(a, b);
  shift<<<n / 64, 64>>>(b, other, n);
}
