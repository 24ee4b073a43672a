// expect: verified
// flags: --block 256 --assume "rows > 0 && columns > 0 && height > 0"
// Groups of as many rows as the launch says.
__global__ void fill(float* out, int rows, int columns, int height) {
  int tile = blockIdx.x, group = height * columns;
  if (tile >= rows * columns) return;
  int row = tile / group * height + tile % group % height, column = tile % group / height;
  out[(row * columns + column) * 256 + threadIdx.x] = tile;
}
