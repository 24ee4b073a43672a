// expect: refuted
// flags: --block 64 --assume "range(places, 0, n)"
// finding: race confirmed error A A
// A place of two threads.
__global__ void collect(int* out, const int* places, int n, int m) {
  int t = blockIdx.x * 64 + threadIdx.x;
  if (t < m)
    for (int d = 0; d < 3; d++) out[places[t] + d * n] = t + d; /*A*/
}
