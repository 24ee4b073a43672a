// expect: refuted
// flags: --block 64 --assume "sy > 0"
// finding: race confirmed error A A
// A writer that stops one row below the last one of its image: in the next image.
__global__ void rows(int* out, int sx, int sy, int steps) {
  int x = blockIdx.x * 64 + threadIdx.x;
  int image = blockIdx.y * sx * sy;
  int end = 0, stride = 0, next = 0;
  if (x < sx) {
    end = image + (sy + 1) * sx + x;
    stride = sx;
    next = image + x;
  }
  for (int w = 0; w < steps; w++) {
    for (int i = 0; i < 8; i++)
      if (next != end) {
        out[next] = x + 64 * blockIdx.y; /*A*/
        next += stride;
      }
    __syncthreads();
  }
}
