// expect: verified
__global__ void fill(float* image, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) image[y * w + x] = x * y;
}
