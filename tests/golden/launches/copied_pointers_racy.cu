// expect: refuted
// finding: race confirmed error R W
// memcpy() of a pointer to the next element.
#include <cstring>
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i + 2 < n)
    out[i] /*W*/ =
        in[i + 2]; /*R*/
}
void run(int n, int at) {
  float* all[2];
  cudaMalloc(&all[0], n * sizeof(float));
  memcpy(all + 1, all, sizeof(float*));
  shift<<<(n + 127) / 128, 128>>>(all[0], all[1], n);
}
