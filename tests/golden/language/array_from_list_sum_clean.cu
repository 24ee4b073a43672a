// expect: verified
// flags: --block 8 --grid 1
// An array that is initialised from a list, and a loop over it: the elements are values.
__global__ void lists(int* out) {
  int own[4] = {3, 5, 8};
  int sum = 0;
  for (int e : own)
    sum += e;
  __assert(sum == 16);
  out[threadIdx.x] = sum;
}
