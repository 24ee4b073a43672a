// expect: refuted
// flags: --block 24 --grid 1
// finding: race possible error A A
// What a lane hands over that is not there is not known: perhaps the same twice.
__global__ void k(int* out, const int* x) {
  const int other = __shfl_down_sync(0xffffffff, x[threadIdx.x], 16);
  if (threadIdx.x == 10 || threadIdx.x == 12) out[0] = other; /*A*/
}
