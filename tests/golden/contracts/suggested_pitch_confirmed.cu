// expect: refuted
// flags: --block 32 --grid symbolic
// finding: race confirmed error A A
// suggests: pitch >= width
// Rows that are wider than their pitch overlap.
__global__ void rows(int* out, int width, int pitch) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
  if (x < width && pitch > 0 && blockIdx.z == 0) out[y * pitch + x] = x - y; /*A*/
}
