// expect: refuted
// finding: race confirmed error R W
// Two smart pointers hold one object.
#include <memory>
struct Buffer {
  float* at;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n) {
  auto b = std::make_shared<Buffer>();
  cudaMalloc(&b->at, n * sizeof(float));
  auto c = b;
  shift<<<(n + 127) / 128, 128>>>(b->at, c->at, n);
}
