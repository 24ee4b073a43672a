// expect: refuted
// flags: --block 256
// finding: race confirmed error W W
// The blocks are too close together by one halo.
#define B 256
__global__ void path(int iteration, const int *wall, const int *src, int *dst, int cols, int border, int step) {
  __shared__ int prev[B];
  __shared__ int result[B];
  int tx = threadIdx.x, bx = blockIdx.x;
  int small = B - iteration * 3;
  int x = small * bx - border + tx;
  int lo = x - tx < 0 ? tx - x : 0;
  int hi = x - tx + B - 1 > cols - 1 ? B - 1 - (x - tx + B - 1 - cols + 1) : B - 1;
  int west = tx - 1 < lo ? lo : tx - 1, east = tx + 1 > hi ? hi : tx + 1;
  bool valid = tx >= lo && tx <= hi;
  if (x >= 0 && x <= cols - 1) prev[tx] = src[x];
  __syncthreads();
  bool computed = false;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (tx >= i + 1 && tx <= B - i - 2 && valid) {
      computed = true;
      int best = min(prev[west], min(prev[tx], prev[east]));
      result[tx] = best + wall[cols * (step + i) + x];
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }
  if (computed) dst[x] = result[tx] + bx; /*W*/
}
