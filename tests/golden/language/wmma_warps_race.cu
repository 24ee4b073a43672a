// expect: refuted
// flags: --block 64
// finding: race possible error A A
// finding: race confirmed error A B
// Both warps store to one tile, and the next round loads it while a warp may still store.
#include <mma.h>
using namespace nvcuda;

template <class Layout> __global__ void accumulate(const half* a, const half* b, float* out) {
  __shared__ float tile[16 * 16];
  int warp = threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, Layout> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  tile[threadIdx.x] = 0; /*B*/
  wmma::load_matrix_sync(sum, tile, 16, wmma::mem_row_major); /*A*/
  wmma::load_matrix_sync(x, a + 256 * warp, 16);
  wmma::load_matrix_sync(y, b + 256 * warp, 16);
  wmma::mma_sync(sum, x, y, sum);
  __syncthreads();
  wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major); /*A*/
}

void run(half* a, half* b, float* out) { accumulate<wmma::row_major><<<1, 64>>>(a, b, out); }
