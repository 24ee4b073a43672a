// expect: unknown
// unknown: U 'n + 2' may overflow unsigned int
// flags: --block 64 --bit-precise
// Where n + 1 is the largest number, n + 2 is not above it, and all threads write one cell.
__global__ void fill(int* out, unsigned n) {
  out[threadIdx.x * (n + 2 > n + 1)] = threadIdx.x; /*U*/
}
