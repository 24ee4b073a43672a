// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// The argument is counted up once: all threads come to the write.
struct Index {
  int at;
  __device__ Index(int x) : at(x) {}
};
__device__ int of(Index i) { return i.at; }
__global__ void conversion_once_racy(int* a) {
  int i = 0;
  if (of(i++) == 0 && i == 1)
    a[0] = threadIdx.x; /*A*/
}
