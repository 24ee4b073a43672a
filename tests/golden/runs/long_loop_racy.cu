// expect: refuted
// flags: --block 2
// finding: race confirmed error A A
// A run in which threads take turns, for the loop is long: both draw the same cell.
__global__ void draw(int* out, unsigned seed) {
  unsigned s = seed;
  for (int i = 0; i < 15000; i++) s = (s + 3u) ^ (s >> 3);
  out[s % 4] = threadIdx.x; /*A*/
}
