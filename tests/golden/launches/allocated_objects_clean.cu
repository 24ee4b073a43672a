// expect: verified
// assumes: distinct pointers
// Objects in memory from malloc, of which each gets an array.
#include <cstdlib>
struct Buffer {
  float* at;
  int size;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] =
        in[i + 2];
}
void run(int n, int at) {
  Buffer* all = (Buffer*)malloc(2 * sizeof(Buffer));
  all[1] = all[0];
  cudaMalloc(&all[0].at, n * sizeof(float));
  cudaMalloc(&all[1].at, n * sizeof(float));
  shift<<<(n + 127) / 128, 128>>>(all[0].at, all[1].at, n);
}
