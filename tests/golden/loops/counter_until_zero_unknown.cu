// expect: unknown
// unknown: U ends at most when a variable overflows
// Unsigned counters come back to zero, of which integers without bounds know nothing.
__global__ void fill(int* v) {
  int n = 0;
  for (unsigned i = 5; i != 0; i++) n++; /*U*/
  v[n / 6400] = threadIdx.x;
}
