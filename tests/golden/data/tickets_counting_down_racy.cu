// expect: refuted
// finding: race any error A A
// One adds and another takes away: a ticket comes again.
__global__ void append(int* out, int* next) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = atomicAdd(next, t % 2 == 0 ? 1 : -1);
  out[slot] = t; /*A*/
}
