// expect: verified
// Two elements of a vector, whatever their order.
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
  std::sort(all.begin(), all.end());
  shift<<<(n + 127) / 128, 128>>>(all[0], all[1], n);
}
