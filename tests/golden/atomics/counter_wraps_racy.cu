// expect: refuted
// flags: --block 256 --grid 1
// finding: race confirmed error A A
// Three such sums go round.
__global__ void rounds(unsigned* count, int* out) {
  const unsigned at = atomicAdd(count, 0x80000000u);
  out[at] = threadIdx.x; /*A*/
}
