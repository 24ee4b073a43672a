// expect: refuted
// finding: race possible error A A
// Two elements are one pointer, in whatever order they are.
#include <algorithm>
#include <cuda_runtime.h>

__global__ void shift(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1]; /*A*/
}

int main() {
  float* a[2];
  cudaMalloc((void**)&a[0], 4096 * sizeof(float));
  a[1] = a[0];
  std::sort(a, a + 2);
  shift<<<16, 256>>>(a[0], a[1], 4096);
}
