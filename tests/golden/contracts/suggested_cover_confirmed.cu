// expect: refuted
// flags: --block 16,16 --grid symbolic
// finding: race confirmed error A A
// suggests: width >= gridDim.x * blockDim.x
// That keeps threads of a block apart as well as those of different blocks.
__global__ void fill(int* out, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (blockIdx.z == 0) out[y * width + x] = x - y; /*A*/
}
