// expect: refuted
// finding: race confirmed error A A
// Without `x < w` a row's end runs into the next row.
__global__ void fill(float* image, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < h) image[y * w + x] = x * y; /*A*/
}
