// expect: verified
// assumes: distinct pointers
// A tuple, taken apart, has two pointers.
#include <tuple>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n, int at) {
  float *one, *two;
  cudaMalloc(&one, n * sizeof(float));
  cudaMalloc(&two, n * sizeof(float));
  auto [in, out] = std::make_tuple(one, two);
  shift<<<(n + 127) / 128, 128>>>(in, out, n);
}
