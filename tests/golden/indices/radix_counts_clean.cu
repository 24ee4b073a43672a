// expect: verified
// flags: --block 256 --assume "tiles > 0"
// Counters of digits by tiles, read in the one order and written in the other.
__global__ void transpose(unsigned* out, const unsigned* in, unsigned tiles) {
  for (unsigned d = threadIdx.x; d < 16 * tiles; d += 256)
    out[blockIdx.x * 16 * tiles + (d & 15) * tiles + (d >> 4)] = in[d];
}
