// expect: refuted
// flags: --block 512 --grid 1
// finding: race possible error A A
// depends: a product of 64 bits that wraps
// The upper bits of a product that wraps: threads 0 and 233 have the same.
__global__ void scatter(int* bucket) {
  unsigned long long h = threadIdx.x * 0x9E3779B97F4A7C15ull;
  bucket[h >> 55] = threadIdx.x; /*A*/
}
