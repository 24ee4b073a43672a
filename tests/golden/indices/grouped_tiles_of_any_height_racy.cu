// expect: refuted
// flags: --block 256 --assume "rows > 0 && columns > 0 && height > 0"
// finding: race confirmed error A A
// more: yes
// The column is counted in the wrong unit.
__global__ void fill(float* out, int rows, int columns, int height) {
  int tile = blockIdx.x, group = height * columns;
  if (tile >= rows * columns) return;
  int row = tile / group * height + tile % group % height, column = tile % group / columns;
  out[(row * columns + column) * 256 + threadIdx.x] = tile; /*A*/
}
