// expect: verified
// flags: --block 64 --grid 4
// A call of one of two functions.
__device__ int same(int i) { return i; }
__device__ int turned(int i) { return 63 - i; }
using Map = int (*)(int);
__global__ void fill(int* out, bool turn) {
  const Map map = turn ? turned : same;
  out[blockIdx.x * 64 + map(threadIdx.x)] = 1;
}
