// expect: refuted
// flags: --grid symbolic
// finding: race any error A A
// more: yes
// Blocks do not see each other's increments as one: the tickets race themselves.
__global__ void append(int* out, int* next) {
  int slot = atomicAdd_block(next, 1); /*A*/
  out[slot] = threadIdx.x;
}
