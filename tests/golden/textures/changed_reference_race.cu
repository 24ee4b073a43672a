// expect: refuted
// finding: race possible error W W
// flags: --block 32 --grid 1
// Which of two a variable of the thread holds is not followed.
texture<int, 1> low, high;
__device__ int fetch(texture<int, 1> of) { return tex1Dfetch(of, 3); }
__global__ void choose(int* out) {
  texture<int, 1> chosen = low;
  if (threadIdx.x % 2) chosen = high;
  out[threadIdx.x / 2] = fetch(chosen); /*W*/
}
