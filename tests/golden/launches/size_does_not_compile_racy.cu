// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// What is no number may be any grid, and so may an axis.
#include <missing/image.hpp>
using namespace missing;
template <int N> __global__ void increase(float* v) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (N == 0) v[i] += 1; /*A*/
  if (N == 1) v[i] += 1; /*B*/
}
int main() {
  Image image = read("a.png");
  int count = image.rows * image.columns;
  dim3 grid = image.blocks();
  float* v;
  cudaMallocManaged(&v, count * sizeof(float));
  increase<0><<<grid, 256>>>(v);
  increase<1><<<dim3(4, count), 256>>>(v);
}
