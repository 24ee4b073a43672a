// expect: refuted
// finding: race confirmed error A
// The host computes sizes in bytes in words of 64 bits; n may be negative for all that is said.
#include <stdlib.h>
__global__ void columns(float* v, int n) {
  for (int j = 0; j < 4; j++)
    v[threadIdx.x + j * n] = j; /*A*/
}
void run(float* v, size_t size) {
  const int n = (int)size;
  if (n == 0 || (size_t)n * 2 % 16 != 0 || (size_t)n * n * 2 % 16 != 0) abort();
  columns<<<1, 16>>>(v, n);
}
