// A choice between two local variables is a value here: what is stored to it would be lost.
// expect: unknown
// flags: --block 64
// unknown: A a reference to a value
__global__ void choices(int* out) {
  int low = threadIdx.x, high = threadIdx.x;
  int& x = threadIdx.x < 32 ? low : high; /*A*/
  x = 0;
  out[low + high] = threadIdx.x;
}
