// expect: refuted
// flags: --block 8 --grid 1
// finding: assertion possible error A
// An array that is initialised from a list is a copy of a table of constants, whose contents no witness
// chooses: nothing here is confirmed. That the sum is 16 takes more than induction over the elements.
__global__ void lists(int* out) {
  int own[4] = {3, 5, 8};
  int sum = 0;
  for (int e : own)
    sum += e;
  __assert(sum == 16); /*A*/
  out[threadIdx.x] = sum;
}
