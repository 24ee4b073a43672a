// expect: verified
// flags: --block 16,16
// Each row is rotated by its number.
__global__ void rotate(float* out, const float* in, int w) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w) out[y * w + (x + y) % w] = in[y * w + x];
}
