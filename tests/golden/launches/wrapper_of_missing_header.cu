// The macro around calls of CUDA comes from a header that is not there: what it is given is done.
// expect: verified
// assumes: CUDA_CHECK(..), which nothing declares, does what it is given
// assumes: distinct pointers point to distinct arrays: from, to
#include "not_there.h"

__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1];
}

void launch(const float* from, float* to, int n) {
  shift<<<(n + 255) / 256, 256>>>(from, to, n);
}

int main() {
  float *from, *to;
  CUDA_CHECK(cudaMalloc(&from, 1000 * sizeof(float)));
  CUDA_CHECK( ::cudaMalloc((void**)&to, 1000 * sizeof(float)));
  launch(from, to, 1000);
  CUDA_CHECK(cudaDeviceSynchronize());
}
