// expect: refuted
// finding: race possible error R W
// What compares the elements gives a variable another value.
#include <algorithm>
#include <vector>
__global__ void shift(float* out, const float* in, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n) {
  float *p, *q;
  cudaMalloc(&p, n * sizeof(float));
  cudaMalloc(&q, n * sizeof(float));
  std::vector<float*> all{p, q};
  float* one = p;
  std::sort(all.begin(), all.end(), [&](float* a, float* b) {
    one = q;
    return a < b;
  });
  shift<<<(n + 127) / 128, 128>>>(one, q, n);
}
