// expect: refuted
// flags: --block 64 --assume "distinct(places)"
// finding: race confirmed error A A
// A place that is none of a row is one of the next.
__global__ void collect(int* out, const int* places, int n, int m) {
  int t = blockIdx.x * 64 + threadIdx.x;
  if (t < m)
    for (int d = 0; d < 3; d++) out[places[t] + d * n] = t + d; /*A*/
}
