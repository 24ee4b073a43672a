// expect: refuted
// flags: --block 64 --grid 4
// finding: race any error A A
// One of the two functions leads two threads to one element.
__device__ int same(int i) { return i; }
__device__ int halved(int i) { return i / 2; }
using Map = int (*)(int);
__global__ void fill(int* out, bool half) {
  const Map map = half ? halved : same;
  out[blockIdx.x * 64 + map(threadIdx.x)] = threadIdx.x; /*A*/
}
