// expect: verified
// assumes: distinct pointers
// Each turn puts a pointer of its own into a vector, once.
#include <vector>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n, int at) {
  std::vector<float*> all;
  for (int i = 0; i < at; ++i) {
    float* one;
    cudaMalloc(&one, n * sizeof(float));
    all.push_back(one);
  }
  shift<<<(n + 127) / 128, 128>>>(all[0], all[1], n);
}
