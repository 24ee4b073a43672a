// expect: verified
// assumes: distinct pointers
// A copy of a smart pointer holds another object when it is launched.
#include <memory>
struct Buffer {
  float* at;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n) {
  auto b = std::make_shared<Buffer>();
  cudaMalloc(&b->at, n * sizeof(float));
  auto c = b;
  c = std::make_shared<Buffer>();
  cudaMalloc(&c->at, n * sizeof(float));
  shift<<<(n + 127) / 128, 128>>>(b->at, c->at, n);
}
