// expect: unknown
// flags: --bit-precise --block 64 --grid 1
// unknown: U may overflow int
__global__ void negative(int* out, const unsigned* n) {
  const int m = n[0];
  out[m < 0 ? 0 : threadIdx.x] = threadIdx.x; /*U*/
}
