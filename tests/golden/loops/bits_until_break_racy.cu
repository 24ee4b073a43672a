// expect: refuted
// finding: race confirmed error A A
// As above, with the end within.
__global__ void fill(int* v, unsigned bits) {
  int n = 0;
  unsigned bit = 1;
  while (true) {
    n += (bits & bit) != 0;
    bit *= 2;
    if (bit == 0) break;
  }
  v[n] = threadIdx.x; /*A*/
}
