// Likewise, but one array is both.
// expect: refuted
// finding: race confirmed error A B
// assumes: CUDA_CHECK(..), which nothing declares, does what it is given
#include "not_there.h"

__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) /*B*/ to[i] = /*A*/ from[i + 1];
}

void launch(const float* from, float* to, int n) {
  shift<<<(n + 255) / 256, 256>>>(from, to, n);
}

int main() {
  float *from, *to;
  CUDA_CHECK(cudaMalloc(&from, 1000 * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&to, 1000 * sizeof(float)));
  CUDA_CHECK(cudaFree(to));
  to = from;
  launch(from, to, 1000);
}
