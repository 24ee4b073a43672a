// expect: verified
// (int)ceil of a quotient in double is exact for 32-bit numbers.
__global__ void columns(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 4; j++)
    v[i + j * n] = i; /*A*/
}
#include <assert.h>
#include <math.h>
void run(float* v, int n) {
  assert(n % 128 == 0);
  const int blocks = (int)ceil((double)n / 128);
  columns<<<blocks, 128>>>(v, n);
}
