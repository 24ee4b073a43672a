// expect: unknown
// unknown: U ends at most when a variable overflows
__global__ void fill(int* v) {
  unsigned n = 1;
  for (;;) { /*U*/
    if (++n == 0) break;
  }
  v[n] = threadIdx.x;
}
