// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// suggests: n <= columns * rows
// Threads are taken for cells of a plane: there are no more of them than the plane has.
__global__ void spread(int n, float* to, const float* from, int columns, int rows, int planes) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  const int x = i % columns, y = i / columns;
  for (int z = 0; z < planes; z++) to[z * columns * rows + y * columns + x] = from[i] * z; /*A*/
}
