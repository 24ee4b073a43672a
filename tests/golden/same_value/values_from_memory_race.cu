// expect: refuted
// flags: --block 64
// finding: race confirmed error W W
// Both of a pair of threads store a sum of what they loaded: equal where memory holds zeros only.
__global__ void k(int *out, const int *in) {
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 100; i++)
    sum += in[100 * t + i];
  out[t / 2] = sum; /*W*/
}
