// expect: unknown
// flags: --bit-precise --block 64
// unknown: A may overflow int
// Where n is 2^32 all threads write element 0.
__global__ void narrowed(int* a, long long n) {
  __requires(n > 0 && n < 8589934592);
  a[(int)(threadIdx.x * n)] = threadIdx.x; /*A*/
}
