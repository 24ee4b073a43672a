// expect: verified
// flags: --block 64 --grid 4
// A table of functions, and a call of one of two.
__device__ int same(int i) { return i; }
__device__ int turned(int i) { return 63 - i; }
using Map = int (*)(int);
__global__ void fill(int* out, bool turn) {
  const Map table[2] = {same, turned};
  const Map map = turn ? turned : same;
  out[blockIdx.x * 128 + map(threadIdx.x)] = 1;
  out[blockIdx.x * 128 + 64 + table[turn](threadIdx.x)] = 2;
}
