// expect: verified
// assumes: distinct pointers
// A map gives two pointers for two keys.
#include <map>
#include <string>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n, int at) {
  std::map<std::string, float*> all;
  cudaMalloc(&all["a"], n * sizeof(float));
  cudaMalloc(&all["b"], n * sizeof(float));
  shift<<<(n + 127) / 128, 128>>>(all["a"], all["b"], n);
}
