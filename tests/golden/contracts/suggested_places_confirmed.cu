// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// suggests: distinct(places) && range(places, 0, n)
// Rows of results: places that differ keep them apart where each is one of a row.
__global__ void collect(int* out, const int* places, int n, int m) {
  int t = blockIdx.x * 64 + threadIdx.x;
  if (t < m)
    for (int d = 0; d < 3; d++) out[places[t] + d * n] = t + d; /*A*/
}
