// expect: verified
// flags: --block 512 --grid 1
// Where the bucket hangs on the thread's number alone a row for each thread keeps them apart.
__global__ void scatter(int* bucket) {
  unsigned long long h = threadIdx.x * 0x9E3779B97F4A7C15ull;
  bucket[512 * (h >> 55) + threadIdx.x] = threadIdx.x;
}
