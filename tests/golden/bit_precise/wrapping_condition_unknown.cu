// expect: unknown
// unknown: U 'n + 1' may overflow unsigned int
// flags: --block 64 --bit-precise
// Where n is the largest number, n + 1 is not above it, and all threads write one cell.
__global__ void fill(int* out, unsigned n) {
  out[threadIdx.x * (n + 1 > n)] = threadIdx.x; /*U*/
}
