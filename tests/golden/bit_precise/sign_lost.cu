// expect: unknown
// flags: --bit-precise --block 64 --grid 1
// unknown: U 'n' may overflow int
// An int is negative where the unsigned number that it is made from is too large for it.
__global__ void negative(int* out, unsigned n) {
  const int m = n;
  if (m < 0) out[0] = threadIdx.x; /*U*/
}
