// expect: verified
// assumes: distinct pointers
// Two elements of a vector.
#include <vector>
struct Buffer {
  float* at;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n) {
  std::vector<Buffer> all(4);
  for (Buffer& b : all)
    cudaMalloc(&b.at, n * sizeof(float));
  Buffer& first = all[1];
  shift<<<(n + 127) / 128, 128>>>(all[0].at, first.at, n);
}
