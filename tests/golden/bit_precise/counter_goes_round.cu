// expect: refuted
// flags: --bit-precise --block 64 --grid symbolic
// finding: race possible error A A
// With a grid of any size the counter may come round to what it was.
__global__ void tickets(unsigned* count, int* out) {
  const unsigned at = atomicAdd(count, 1u);
  out[at] = threadIdx.x; /*A*/
}
