// expect: refuted
// finding: race confirmed error W W
// The loop may well be left by its break.
__global__ void k(int *a, const int *b, int n) {
  int k = 0;
  for (; k < 10; k++) {
    if (k == n) break;
    if (b[k]) continue;
  }
  if (k < 10)
    a[0] = threadIdx.x; /*W*/
  else
    a[threadIdx.x] = 0;
}
