// expect: refuted
// finding: race confirmed error A A
__global__ void k(int *a, int n) {
  int i = threadIdx.x;
again:
  if (i < n) {
    a[i + 1] = a[i]; /*A*/
    i += blockDim.x;
    goto again;
  }
}
