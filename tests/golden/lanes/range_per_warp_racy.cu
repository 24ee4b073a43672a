// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// Each warp takes 16 items and works on 32.
__global__ void work(int* out, int* next) {
  const int lane = threadIdx.x & 31;
  int first = 0;
  if (lane == 0) first = atomicAdd(next, 16);
  first = __shfl_sync(0xffffffffu, first, 0);
  out[first + lane] = threadIdx.x; /*A*/
}
