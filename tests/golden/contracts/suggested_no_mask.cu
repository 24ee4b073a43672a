// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// suggests: n % 32 == 0
// A size that is a multiple of 31 would do as well, but numbers like that are masks, and no size of anything.
__global__ void lanes(int* c, int n) {
  int lane = threadIdx.x & 31;
  c[n % 32 != 0 && n % 31 != 0 ? lane : threadIdx.x] = threadIdx.x; /*A*/
}
