// expect: refuted
// flags: --block 64
// finding: race possible error A B
// Lanes read what other lanes of the warp stored, with no barrier between; which lane stores which
// cell is not specified.
#include <mma.h>
using namespace nvcuda;

__global__ void product(const half* a, const half* b, float* out, int n, float alpha) {
  __shared__ float tile[2][16 * 20];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(x, a + 16 * warp * n + k, n);
    wmma::load_matrix_sync(y, b + k, n);
    wmma::mma_sync(sum, x, y, sum);
  }
  for (int i = 0; i < sum.num_elements; i++)
    sum.x[i] *= alpha;
  wmma::store_matrix_sync(tile[warp], sum, 20, wmma::mem_row_major); /*A*/
  for (int i = lane; i < 256; i += 32)
    out[512 * blockIdx.x + 256 * warp + i] = tile[warp][i / 16 * 20 + i % 16]; /*B*/
}
