// expect: verified
// Behind the loop k < 10 says that it was left by the break, where k == n.
__global__ void k(int *a, const int *b, int n) {
  int k = 0;
  for (; k < 10; k++) {
    if (k == n) break;
    if (b[k]) continue;
  }
  if (k < 10 && k != n)
    a[0] = threadIdx.x;
  else
    a[threadIdx.x] = 0;
}
