// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// 0xffffffff is -1: half of the threads give back what the others took.
__global__ void tickets(unsigned* count, int* out) {
  if (threadIdx.x % 2 == 0) {
    atomicAdd(count, 0xffffffffu);
  } else {
    const unsigned at = atomicAdd(count, 1u);
    out[at] = threadIdx.x; /*A*/
  }
}
