// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// suggests: mode != 1
// Of several ways to write one breaks: that it is not chosen says less than that the first one is.
__global__ void store(int n, float* to, const float* from, int mode) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  switch (mode) {
  case 0: to[i] = from[i]; break;
  case 1: to[i / 2] = from[i]; break; /*A*/
  default: to[i] = 2 * from[i];
  }
}
