// expect: refuted
// flags: --grid symbolic
// finding: race any error A A
// Blocks do not see each other's increments as one: that race is on the counter; the queue follows.
// more: yes
__global__ void append(int* out, int* next) {
  int slot = atomicAdd_block(next, 1);
  out[slot] = threadIdx.x; /*A*/
}
