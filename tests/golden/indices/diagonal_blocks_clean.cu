// expect: verified
// flags: --block 32,8 --assume "gridDim.x == gridDim.y"
// Blocks along diagonals of a square grid.
__global__ void transpose(float* out, int n) {
  unsigned row = blockIdx.x, column = (blockIdx.x + blockIdx.y) % gridDim.x;
  unsigned x = row * 32 + threadIdx.x, y = column * 32 + threadIdx.y, pitch = gridDim.y * 32;
  for (int i = 0; i < 32; i += 8) out[(y + i) * pitch + x] = blockIdx.y;
}
