// expect: refuted
// finding: assertion confirmed error A
// finding: assertion confirmed error B
// Who may pass a null pointer in some cases is not told: these are checked. So is what a function
// asks of a number that it gets.
#include <cassert>

__device__ void scale(float* v, const float* s, bool scales, int n) {
  assert(n > 0); /*A*/
  if (scales) assert(s); /*B*/
  v[blockIdx.x * blockDim.x + threadIdx.x] *= scales ? *s : n;
}
__global__ void apply(float* v, const float* s, bool scales, int n) { scale(v, s, scales, n); }
