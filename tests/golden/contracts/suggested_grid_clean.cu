// expect: verified
// flags: --block 256 --assume "n <= columns * rows && columns > 0"
// As suggested_grid_confirmed.cu, where there are as many cells as threads.
__global__ void spread(int n, float* to, const float* from, int columns, int rows, int planes) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  const int x = i % columns, y = i / columns;
  for (int z = 0; z < planes; z++) to[z * columns * rows + y * columns + x] = from[i] * z;
}
