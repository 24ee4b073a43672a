// expect: refuted
// flags: --block 256 --assume "tiles > 0"
// finding: race confirmed error A A
// more: yes
// The tile is counted in eights.
__global__ void transpose(unsigned* out, const unsigned* in, unsigned tiles) {
  for (unsigned d = threadIdx.x; d < 16 * tiles; d += 256)
    out[blockIdx.x * 16 * tiles + (d & 15) * tiles + (d >> 3)] = in[d]; /*A*/
}
