// expect: unknown
// unknown: A a read through the address of 'threadIdx'
// Copied as memory, the index is each thread's own all the same.
__global__ void copy(int* out) {
  memcpy(out, &threadIdx, 4); /*A*/
}
