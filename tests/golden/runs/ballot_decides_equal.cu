// expect: refuted
// flags: --block 32 --grid 1 --assume "lanes == 0xffffffff"
// finding: race possible error A A
// All lanes store the same ballot, which a run sees.
__global__ void k(unsigned* out, const float* x, unsigned lanes) {
  out[0] = __ballot_sync(lanes, x[threadIdx.x] > 1.5f); /*A*/
}
