// expect: refuted
// finding: race confirmed error R W
// A smart pointer that is made of a pointer.
#include <memory>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n, int at) {
  float* one;
  cudaMalloc(&one, n * sizeof(float));
  std::unique_ptr<float, void (*)(float*)> owner(one, [](float* p) { cudaFree(p); });
  shift<<<(n + 127) / 128, 128>>>(owner.get(), one, n);
}
