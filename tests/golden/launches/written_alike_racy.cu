// expect: refuted
// finding: race confirmed error A A
// What a container holds is not followed; asked twice it answers the same.
#include <vector>
__global__ void shift(float* to, float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
float* data_of(std::vector<float*>& buffers);
void run(std::vector<float*>& buffers, int n) {
  shift<<<n / 64, 64>>>(buffers.front(), buffers.front(), n);
  shift<<<n / 32, 32>>>(data_of(buffers), data_of(buffers), n);
}
