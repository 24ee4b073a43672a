// expect: verified
// finding: same-value-write confirmed warning A A
// suggests: columns >= 0
// As two_images_alone_clean, but the second launch takes any number of columns: a warning with what
// rules it out.
#include <cstdlib>
__global__ void blend(float *to, const float *from, int columns, int rows) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned at = y * columns + x;
  if (x < columns && y < rows) /*A*/ to[at] = from[at] * 0.5f;
}
int main(int argc, char **argv) {
  int columns = atoi(argv[1]), rows = atoi(argv[2]);
  float *a, *b;
  cudaMalloc(&a, 4096 * 4);
  cudaMalloc(&b, 4096 * 4);
  blend<<<dim3(4, 4), dim3(32, 16)>>>(a, b, 1, 1);
  blend<<<dim3(4, 4), dim3(32, 16)>>>(a, b, columns, rows);
}
