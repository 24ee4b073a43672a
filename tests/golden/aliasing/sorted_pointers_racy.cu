// expect: refuted
// finding: race confirmed error R W
// The second pointer may be the one that was the first before they were sorted.
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
  float* first = all[0];
  std::sort(all.begin(), all.end());
  shift<<<(n + 127) / 128, 128>>>(all[1], first, n);
}
