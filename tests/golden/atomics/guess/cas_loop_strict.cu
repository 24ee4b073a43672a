// expect: refuted
// flags: --strict-reads
// finding: race confirmed error R C
__global__ void scale(float *cell, const float *in) {
  int *bits = (int *)cell;
  int old = *bits, assumed; /*R*/
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) * in[threadIdx.x])); /*C*/
  } while (assumed != old);
}
