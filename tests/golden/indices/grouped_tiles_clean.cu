// expect: verified
// flags: --block 256 --assume "rows > 0 && columns > 0"
// Tiles in groups of eight rows, as products of matrices take them for their cache.
__global__ void fill(float* out, int rows, int columns) {
  int tile = blockIdx.x, group = 8 * columns;
  if (tile >= rows * columns) return;
  int row = tile / group * 8 + tile % group % 8, column = tile % group / 8;
  out[(row * columns + column) * 256 + threadIdx.x] = tile;
}
