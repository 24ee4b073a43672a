// expect: unknown
// flags: --bit-precise --block 64 --grid 1 --assume "s > 0"
// unknown: A s * threadIdx.x' may overflow unsigned int
// With s = 2^31 threads 0 and 2 write element 0.
__global__ void strided(int* a, unsigned s) {
  a[threadIdx.x * s] = threadIdx.x; /*A*/
}
