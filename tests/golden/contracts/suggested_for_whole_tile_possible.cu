// Each lane writes eight cells of a tile, by one statement: what rules out that two of these meet
// has to rule out that any do.
// expect: refuted
// finding: race possible error A A
// suggests: columns % 16 == 0
#include <mma.h>
__global__ void tiles(float* out, int rows, int columns) {
  using namespace nvcuda;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
  wmma::fill_fragment(tile, float(blockIdx.x));
  int row = blockIdx.y * 16, column = blockIdx.x * 16;
  if (row < rows && column < columns)
    wmma::/*A*/ store_matrix_sync(out + row * columns + column, tile, columns, wmma::mem_row_major);
}
void go(float* out, int rows, int columns) {
  tiles<<<dim3((columns + 15) / 16, (rows + 15) / 16), 32>>>(out, rows, columns);
}
