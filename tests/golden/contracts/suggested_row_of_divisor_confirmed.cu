// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// suggests: pitch >= columns
// Threads are taken for cells of rows: these are as long as what the number of a thread is divided by, and nothing
// is said of how many threads there are.
__global__ void pad(int n, float* to, const float* from, int columns, int pitch) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i < n) to[i / columns * pitch + i % columns] = from[i] + i; /*A*/
}
