// expect: refuted
// finding: race confirmed error R W
// flags: --block 32
// A function takes a reference by value: what it writes others read.
surface<void, 2> image;
__device__ void put(surface<void, 2> to, float v, int x, int y) {
  surf2Dwrite(v, to, x * 4, y); /*W*/
}
__device__ float get(surface<void, 2> from, int x, int y) {
  return surf2Dread<float>(from, x * 4, y); /*R*/
}
__global__ void shift() {
  put(image, get(image, threadIdx.x + 1, blockIdx.x), threadIdx.x, blockIdx.x);
}
