// The block's size is an argument as well: what is multiplied by the one is by the other.
// expect: verified
__global__ void tiles(float* to, int width, int side) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  to[y * width + x] = x - y;
}
void go(float* to, int width, int side) {
  dim3 block(side, side), grid(width / side, width / side);
  tiles<<<grid, block>>>(to, width, side);
}
