// expect: refuted
// finding: race confirmed error A A
// The band of odd columns begins too early where the width is odd.
__device__ int half_up(int n) { return n / 2 + (n % 2 == 0 ? 0 : 1); }

__global__ void bands(int* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int column = x / 2, row, below;
  if (x & 1) {
    row = w / 2;
    column += (w / 2) * half_up(h);
    below = w * h / 2;
  } else {
    row = half_up(w);
    below = half_up(h) * w;
  }
  out[column + y / 2 * row + (y & 1) * below] = x + 1000 * y; /*A*/
}
