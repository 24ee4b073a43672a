// expect: refuted
// finding: race possible error R W
// Elements of a vector at two indices, which may be one.
#include <vector>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n, int at) {
  std::vector<float*> all(4);
  for (float*& one : all)
    cudaMalloc(&one, n * sizeof(float));
  shift<<<(n + 127) / 128, 128>>>(all[at], all[n % 4], n);
}
