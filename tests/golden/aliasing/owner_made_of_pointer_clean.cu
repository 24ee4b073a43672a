// expect: verified
// assumes: distinct pointers
// Two smart pointers that are made of two pointers.
#include <memory>
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
  std::unique_ptr<float, void (*)(float*)> owner(one, [](float* p) { cudaFree(p); });
  shift<<<(n + 127) / 128, 128>>>(owner.get(), two, n);
}
