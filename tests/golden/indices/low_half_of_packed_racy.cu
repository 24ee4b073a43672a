// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// The lower half of a number in which two are packed is the same for all.
__global__ void low(int *q, int a) {
  const long long packed = ((long long)((int)threadIdx.x - a) << 32) | 5;
  q[(unsigned)packed] = threadIdx.x; /*A*/
}
