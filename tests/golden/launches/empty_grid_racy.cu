// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// What is meant is no better, and a launch beside one that fails counts.
#include <cmath>
__global__ void whole(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i / 2] += 1; /*A*/
}
__global__ void rows(float* v, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[blockIdx.y * width + i] = blockIdx.y; /*B*/
}
int main() {
  const int n = 10;
  float* v;
  cudaMalloc(&v, n * sizeof(float));
  int block = 256, grid = ceil(n / block);
  whole<<<grid, block>>>(v, n);
  rows<<<grid, block>>>(v, n);
  rows<<<dim3(2, 2), block>>>(v, n);
}
