// expect: verified
// assumes: gridDim.x == 0 < (i64)(width * height) ? ((i64)(width * height) + 255) / 256
// A product of ints is an int: as a double it is exact.
#include <cmath>

__global__ void scale(float* a, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width * height) a[i] *= 2;
}
void run(float* a, int width, int height) {
  scale<<<(int)ceil(width * height / 256.), 256>>>(a, width, height);
}
