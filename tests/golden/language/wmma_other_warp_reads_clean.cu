// expect: verified
// Which lane stores a cell is not said, but some lane of the warp does, and another warp reads it.
#include <mma.h>
using namespace nvcuda;

__global__ void __launch_bounds__(64) multiply(const half* a, const half* b, float* out) {
  __shared__ float s[2][256];
  const int warp = threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fa, a + warp * 256, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(s[warp], sum, 16, wmma::mem_row_major);
  __syncthreads();
  float total = 0;
  for (int i = threadIdx.x; i < 512; i += 64)
    total += s[i / 256][i % 256];
  out[blockIdx.x * 64 + threadIdx.x] = total;
}
