// expect: refuted
// finding: race confirmed error R W
// A map gives one pointer for two keys.
#include <map>
#include <string>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n, int at) {
  std::map<std::string, float*> all;
  cudaMalloc(&all["a"], n * sizeof(float));
  all["b"] = all["a"];
  shift<<<(n + 127) / 128, 128>>>(all["a"], all["b"], n);
}
