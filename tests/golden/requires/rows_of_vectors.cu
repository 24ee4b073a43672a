// expect: verified
// flags: --infer-requires --block 16,16
// under: pitch >= 16 * width
// Rows of four floats a pixel, pitch bytes apart.
__global__ void fade(unsigned char* surface, int width, int height, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* pixel = (float*)(surface + y * pitch) + 4 * x;
  pixel[0] = 0.5f * pixel[0];
  pixel[1] = 0.5f * pixel[1];
  pixel[2] = 0.5f;
  pixel[3] = 1;
}
