// expect: refuted
// finding: race confirmed error W W
// flags: --block 32 --grid 1
// Two references of one type by value are two textures.
texture<int, 1> low, high;
__device__ int fetch(texture<int, 1> of) { return tex1Dfetch(of, 3); }
__global__ void choose(int* out) {
  const int a = fetch(low), b = fetch(high);
  out[threadIdx.x / 2] = threadIdx.x % 2 ? a : b; /*W*/
}
