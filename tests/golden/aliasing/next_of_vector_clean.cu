// expect: verified
// assumes: distinct pointers
// Elements of a vector at two indices, which differ: buffers that change places.
#include <vector>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n, int at) {
  std::vector<float*> all(2);
  cudaMalloc(&all[0], n * sizeof(float));
  cudaMalloc(&all[1], n * sizeof(float));
  for (int i = 0, to = 0; i < at; ++i, to = 1 - to)
    shift<<<(n + 127) / 128, 128>>>(all[to], all[1 - to], n);
}
