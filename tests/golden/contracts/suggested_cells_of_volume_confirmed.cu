// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// suggests: n <= columns * rows * planes
// Cells of a volume: rows and planes divide the number of the thread.
__global__ void spread(unsigned n, float* to, unsigned columns, unsigned rows, unsigned planes, int parts) {
  const unsigned i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = i % columns, y = i / columns % rows, z = i / columns / rows;
  for (int part = 0; part < parts; part++)
    to[part * columns * rows * planes + z * columns * rows + y * columns + x] = i * part; /*A*/
}
