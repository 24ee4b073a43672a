// expect: verified
// flags: --block 64
// Windows of rows, of which the last one is cut off at the end of the image.
__global__ void rows(int* out, int sx, int sy, int steps) {
  int x = blockIdx.x * 64 + threadIdx.x;
  int first = blockIdx.y * 8 * steps;
  int end = 0, stride = 0, next = 0;
  if (x < sx) {
    end = sy * sx + x;
    stride = sx;
    next = x + sx * first;
  }
  for (int w = 0; w < steps; w++) {
    for (int i = 0; i < 8; i++)
      if (next != end) {
        out[next] = first;
        next += stride;
      }
    __syncthreads();
  }
}
