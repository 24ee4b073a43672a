// expect: verified
// assumes: gridDim = (any, 1, 1)
// assumes: n == 10
// The grid has no blocks, which is an error of the host. What else it says is meant.
#include <cmath>
__global__ void increase(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] += 1;
}
int main() {
  const int n = 10;
  float* v;
  cudaMalloc(&v, n * sizeof(float));
  int block = 256, grid = ceil(n / block);
  increase<<<grid, block>>>(v, n);
}
