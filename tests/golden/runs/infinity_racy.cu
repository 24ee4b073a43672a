// expect: refuted
// finding: race confirmed error R W
// Branches ask whether a distance is infinite, the largest number, or no number.
#include <cfloat>
#include <cmath>
__global__ void relax(float* distance, const double* weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n) return;
  float d = distance[i]; /*R*/
  if (d != INFINITY && d < FLT_MAX && d > -HUGE_VALF && weight[i] < HUGE_VAL && weight[i] != DBL_MAX && d != NAN)
    distance[i + 1] = d + 1; /*W*/
}
