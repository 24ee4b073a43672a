// expect: verified
// flags: --block 32,8
// Rows of one length are stepped over by the other one, which is the same.
__global__ void tiles(float* out, const float* in, int width, int height) {
  __requires(width == height && width > 0 && gridDim.x == width / 32 && gridDim.y == height / 32);
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  int index = x + y * width;
  for (int i = 0; i < 32; i += 8) out[index + i * height] = in[index + i * width];
}
