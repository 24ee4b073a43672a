// expect: refuted
// flags: --block 32,8
// finding: race confirmed error A A
// more: yes
// A grid that is higher than wide goes round.
__global__ void transpose(float* out, int n) {
  unsigned row = blockIdx.x, column = (blockIdx.x + blockIdx.y) % gridDim.x;
  unsigned x = row * 32 + threadIdx.x, y = column * 32 + threadIdx.y, pitch = gridDim.y * 32;
  for (int i = 0; i < 32; i += 8) out[(y + i) * pitch + x] = blockIdx.y; /*A*/
}
