// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// suggests: n <= rows * columns * channels
// Cells in planes for each channel are put beside each other: there are no more of them than all planes have.
__global__ void interleave(int n, float* to, const float* from, int channels, int rows, int columns) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  const int x = i % columns, y = i / columns % rows, channel = i / (rows * columns);
  to[(y * columns + x) * channels + channel] = from[i] + i; /*A*/
}
