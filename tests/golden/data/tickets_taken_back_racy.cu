// expect: refuted
// finding: race any error A A
// A ticket that is given back comes again.
__global__ void append(int* out, int* next) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = atomicAdd(next, 1);
  if (t % 2 == 0) atomicSub(next, 1);
  out[slot] = t; /*A*/
}
