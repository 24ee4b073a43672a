// expect: verified
// flags: --block 64 --assume "sy > 0"
// A writer that stops below the last row of its image, so that it leaves the next image alone.
__global__ void rows(int* out, int sx, int sy, int steps) {
  int x = blockIdx.x * 64 + threadIdx.x;
  int image = blockIdx.y * sx * sy;
  int end = 0, stride = 0, next = 0;
  if (x < sx) {
    end = image + sy * sx + x;
    stride = sx;
    next = image + x;
  }
  for (int w = 0; w < steps; w++) {
    for (int i = 0; i < 8; i++)
      if (next != end) {
        out[next] = x + 64 * blockIdx.y;
        next += stride;
      }
    __syncthreads();
  }
}
