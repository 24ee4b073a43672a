// expect: refuted
// finding: race confirmed error R W
// A tuple, taken apart, has one pointer twice.
#include <tuple>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n, int at) {
  float* one;
  cudaMalloc(&one, n * sizeof(float));
  auto [in, out] = std::make_tuple(one, one);
  shift<<<(n + 127) / 128, 128>>>(in, out, n);
}
