// expect: verified
// Each launch has as many rows as columns; together they leave sizes open that none of them has, and
// for which two threads store one value in one place.
#include <cstdlib>
__global__ void blend(float *to, const float *from, int columns, int rows) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned at = y * columns + x;
  if (x < columns && y < rows) to[at] = from[at] * 0.5f;
}
int main(int argc, char **argv) {
  int side = 1 << (argc > 1 ? atoi(argv[1]) : 10);
  float *a, *b;
  cudaMalloc(&a, side * side * 4);
  cudaMalloc(&b, side * side * 4);
  dim3 block(32, 16), grid((side + block.x - 1) / block.x, (side + block.y - 1) / block.y);
  blend<<<grid, block>>>(a, b, 1, 1);
  blend<<<grid, block>>>(a, b, side, side);
}
