// expect: verified
// finding: racy-guess confirmed warning A B
// finding: racy-guess confirmed warning C D|E
// finding: racy-guess confirmed warning F G
// Who sees that the cell holds as much already goes on: atomics only make it more.
__device__ void raise(float *address, float value) {
  int *cell = (int *)address;
  int old = *cell, assumed; /*A*/
  while (value > __int_as_float(old)) {
    assumed = old;
    old = atomicCAS(cell, assumed, __float_as_int(value)); /*B*/
  }
}
__global__ void maxima(float *top, const float *in) { raise(&top[blockIdx.x % 4], in[threadIdx.x]); }
__global__ void minima(int *least, const int *in) {
  int value = in[threadIdx.x];
  int old = *least, assumed; /*C*/
  do {
    if (old <= value) break;
    assumed = old;
    old = atomicCAS(least, assumed, value); /*D*/
  } while (assumed != old);
  atomicMin(least, value + 1); /*E*/
}
__global__ void unsigned_numbers(unsigned *top, const unsigned *in) {
  unsigned value = in[threadIdx.x];
  unsigned old = *top, assumed; /*F*/
  do {
    assumed = old;
    if (assumed >= value) return;
    old = atomicCAS(top, assumed, value); /*G*/
  } while (assumed != old);
}
