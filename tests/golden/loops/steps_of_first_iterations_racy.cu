// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A B
// A variable that all iterations but the last two move: n - 2 in the last one.
__global__ void first_iterations(int* out, int n) {
  int i = 0;
  for (int k = 0; k < n; k++) {
    if (k + 2 < n) i++;
    if (threadIdx.x == 0 && k == n - 1 && n > 5) out[i] = 1; /*A*/
    if (threadIdx.x == 1 && n > 5 && k == 3) out[n - 2] = 2; /*B*/
  }
}
