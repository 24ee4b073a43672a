// expect: refuted
// flags: --block 64
// finding: race possible error A B
// One warp stores zeros by cells, the other one a fragment of zeros: what of a fragment is where is
// not followed, so that the two may store the same.
#include <mma.h>
using namespace nvcuda;

__global__ void clear(float* out) {
  __shared__ float s[256];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> zero;
  wmma::fill_fragment(zero, 0.0f);
  if (warp == 0)
    wmma::store_matrix_sync(s, zero, 16, wmma::mem_row_major); /*A*/
  else
    s[lane] = 0; /*B*/
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
