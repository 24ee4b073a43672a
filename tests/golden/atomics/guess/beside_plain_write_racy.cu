// expect: refuted
// finding: race confirmed error R W
// finding: race confirmed error C W
// finding: racy-guess confirmed warning R C
// The guess does no harm beside other atomics, but another thread's write is none.
__global__ void add(int *cell, const int *in) {
  if (threadIdx.x == 0) {
    *cell = 0; /*W*/
    return;
  }
  int old = *cell, assumed; /*R*/
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, assumed + in[threadIdx.x]); /*C*/
  } while (assumed != old);
}
void host(int *cell, const int *in) { add<<<1, 64>>>(cell, in); }
