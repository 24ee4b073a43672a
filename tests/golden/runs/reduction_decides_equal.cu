// expect: refuted
// flags: --block 32 --grid 1 --assume "lanes == 0xffffffff"
// finding: race possible error A A
// All lanes store the same sum, which a run sees.
__global__ void k(unsigned* out, const float* x, unsigned lanes) {
  out[0] = __reduce_add_sync(lanes, x[threadIdx.x] > 1.5f ? 1u : 0u); /*A*/
}
