// expect: refuted
// finding: race confirmed error A B
// Equal numbers, but of different widths at overlapping bytes.
__global__ void widths(int* out) {
  __shared__ int s[1024];
  short* halves = (short*)s;
  int t = threadIdx.x;
  if (t == 0) s[0] = 5;      /*A*/
  if (t == 1) halves[1] = 5; /*B*/
}
