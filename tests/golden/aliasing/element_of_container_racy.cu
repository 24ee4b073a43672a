// expect: refuted
// finding: race confirmed error R W
// An element of a vector, and a reference to it.
#include <vector>
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
  std::vector<Buffer> all(4);
  for (Buffer& b : all)
    cudaMalloc(&b.at, n * sizeof(float));
  Buffer& first = all.front();
  shift<<<(n + 127) / 128, 128>>>(all[0].at, first.at, n);
}
