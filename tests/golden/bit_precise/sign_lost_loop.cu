// expect: unknown
// flags: --bit-precise --block 64 --grid 1
// unknown: U may overflow int
__global__ void negative(int* out, unsigned n) {
  for (int i = n; i < 0; ++i) /*U*/
    out[0] = threadIdx.x;
}
