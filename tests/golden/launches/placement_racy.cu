// expect: refuted
// finding: race confirmed error A A
// A placement new-expression writes a variable.
#include <new>
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; /*A*/ }
void run(int* v) {
  int t = 32;
  new (&t) int(64);
  wrap<<<1, t>>>(v);
}
