// expect: refuted
// finding: race confirmed error R W
// Objects in memory from malloc, of which one is copied to the other.
#include <cstdlib>
struct Buffer {
  float* at;
  int size;
};
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n, int at) {
  Buffer* all = (Buffer*)malloc(2 * sizeof(Buffer));
  cudaMalloc(&all[0].at, n * sizeof(float));
  all[1] = all[0];
  shift<<<(n + 127) / 128, 128>>>(all[0].at, all[1].at, n);
}
