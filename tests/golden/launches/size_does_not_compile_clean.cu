// expect: verified
// assumes: gridDim = (any, 1, 1)
// How many blocks there are is made of what does not compile: a number stands for a row of them.
#include <missing/image.hpp>
using namespace missing;
__global__ void increase(float* v) {
  int i = blockIdx.x * 256 + threadIdx.x;
  v[i] += 1;
}
int main() {
  Image image = read("a.png");
  int count = image.rows * image.columns;
  float* v;
  cudaMallocManaged(&v, count * sizeof(float));
  increase<<<count / 256, 256>>>(v);
}
