// expect: refuted
// suggests: n % 64 == 0 && n > 0
// more: yes
// Each thread scales 8 cells of a tile of 64 x 64: where rows are no whole tiles, the blocks
// overlap. A negative n is a grid of another size, as the launch computes it.
template <unsigned TILE, unsigned EACH>
__global__ void scale_tiles(int m, int n, float *c, float by) {
  const int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
  c += blockIdx.y * TILE * n + blockIdx.x * TILE;
  for (unsigned i = 0; i < EACH; ++i)
    c[(y * EACH + i) * n + x] = by * c[(y * EACH + i) * n + x] + by;
}

void scale(int m, int n, float *c) {
  const unsigned tile = 64;
  dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
  scale_tiles<64, 8><<<grid, 512>>>(m, n, c, 2);
}
