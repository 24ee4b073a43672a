// expect: verified
// finding: same-value-write confirmed warning A A
// Both threads copy the same cell of an array that nobody writes.
// flags: --block symbolic
__global__ void copy(int* out, const int* in, int k) {
  __shared__ int s;
  s = in[k]; /*A*/
}
