// expect: refuted
// flags: --block 4 --grid 1
// finding: race confirmed error A A
// One bin too many.
__global__ void mark(int* out, const int* bin, int n) {
  __requires(range(bin, 0, 17));
  int i = threadIdx.x;
  if (i < n) out[16 * i + bin[i]] = i; /*A*/
}
