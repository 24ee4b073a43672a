// expect: refuted
// flags: --bit-precise --block 64 --grid 1
// finding: race possible error A A
// As may one that a loop of any length adds to.
__global__ void tickets(unsigned* count, int* out, int n) {
  for (int i = 0; i < n; ++i) {
    const unsigned at = atomicAdd(count, 1u);
    out[at] = threadIdx.x; /*A*/
  }
}
