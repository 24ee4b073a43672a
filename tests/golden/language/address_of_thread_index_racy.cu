// expect: refuted
// flags: --grid 1
// finding: race confirmed error A A
// Copied as memory, the index is each thread's own all the same.
__global__ void copy(int* out) {
  memcpy(out, &threadIdx, 4); /*A*/
}
