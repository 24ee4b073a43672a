#include "unit/cuda/parse_support.hpp"

#include <gtest/gtest.h>

namespace heddle::cuda {
namespace {

TEST(ParseBasic, OrdinaryKernel) {
  EXPECT_EQ(ast(R"(
#define N 16
__global__ void k(const float* __restrict__ in, float *out, int n) {
  __shared__ float tile[N][N + 1];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { tile[threadIdx.y][threadIdx.x] = in[i]; }
  __syncthreads();
  for (int k = 0; k < n; k++)
    out[i] += tile[k][0];
}
)"),
            R"(function __global__ k(const float* restrict in, float* out, int n) -> void
  body
    var __shared__ float[16][(+ 16 1)] tile
    var int i = (+ (* (. blockIdx x) (. blockDim x)) (. threadIdx x))
    if (< i n)
      do (= (index (index tile (. threadIdx y)) (. threadIdx x)) (index in i))
    do (call __syncthreads)
    for init
      var int k = 0
    for (< k n); (post++ k)
      do (+= (index out i) (index (index tile k) 0))
)");
}

} // namespace
} // namespace heddle::cuda
