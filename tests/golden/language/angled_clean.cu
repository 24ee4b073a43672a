// expect: verified
// The header stands beside this file: a build that says -I. finds it.
#include <angled.h>
__global__ void fill(float* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[cell(i, n)] = i;
}
