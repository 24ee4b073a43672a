// Likewise, but with rows that are one cell too short.
// expect: refuted
// finding: race confirmed error A A
__global__ void tiles(float* to, int width, int side) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  /*A*/ to[y * (width - 1) + x] = x - y;
}
void go(float* to, int width, int side) {
  dim3 block(side, side), grid(width / side, width / side);
  tiles<<<grid, block>>>(to, width, side);
}
