// expect: verified
// The host computes sizes in bytes in words of 64 bits; n may be negative for all that is said.
#include <stdlib.h>
__global__ void fill(float* v, int n) { v[threadIdx.x + blockIdx.x * blockDim.x] = n; }
void run(float* v, size_t size) {
  const int n = (int)size;
  if ((size_t)n * 2 % 16 != 0 || (size_t)n * n * 2 % 16 != 0) abort();
  fill<<<1, 128>>>(v, n);
}
