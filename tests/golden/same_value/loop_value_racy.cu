// expect: refuted
// finding: race confirmed error A A
// The same expression, but threads may be in different rounds.
// flags: --block symbolic
__global__ void rounds(int* out, int n) {
  __shared__ int s;
  for (int i = 0; i < n; i++) s = i; /*A*/
}
