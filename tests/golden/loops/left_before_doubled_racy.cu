// expect: refuted
// flags: --grid 1
// finding: race confirmed error A A
// The loop ends one step earlier.
__global__ void fill(int* v, int n) {
  int d = n, s = 1;
  while (d > 1) {
    d >>= 1;
    s *= 2;
  }
  if (s <= n) v[n] = threadIdx.x; /*A*/
}
