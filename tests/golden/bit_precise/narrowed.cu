// expect: refuted
// flags: --bit-precise --block 64
// finding: race confirmed error A A
// All threads write element 0: the upper half is lost in the conversion.
__global__ void narrowed(int* a) {
  long long wide = (long long)threadIdx.x << 32;
  a[(int)wide] = threadIdx.x; /*A*/
}
