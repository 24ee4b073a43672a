// expect: verified
// Branches ask whether a distance is infinite: each thread has a cell of its own.
#include <cmath>
__global__ void relax(float* distance, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float d = distance[i];
  if (d != INFINITY) distance[i] = d + 1;
}
