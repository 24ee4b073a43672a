// What is stored to a choice between two local variables is stored to one of them.
// expect: verified
// flags: --block 64
__global__ void choices(int* out) {
  int low = threadIdx.x, high = threadIdx.x;
  int& x = threadIdx.x < 32 ? low : high;
  x = 0;
  out[low + high] = threadIdx.x;
}
