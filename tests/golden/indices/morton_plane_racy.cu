// expect: refuted
// flags: --block 16,16
// finding: race confirmed error A A
// more: yes
// The upper half of the bits of y is lost.
__device__ unsigned spread(unsigned x) {
  x = (x | (x << 8)) & 0x00ff00ff;
  x = (x | (x << 4)) & 0x0f0f0f0f;
  x = (x | (x << 2)) & 0x33333333;
  return (x | (x << 1)) & 0x55555555;
}
__global__ void reorder(float* out) {
  unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < 65536 && y < 65536) out[spread(x) | (spread(y) << 17)] = y; /*A*/
}
