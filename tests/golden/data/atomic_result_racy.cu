// expect: refuted
// finding: race possible error A A
// Tickets differ in fact; that is not known, so the finding names the ticket.
// depends: result of an atomic on next
__global__ void append(int* out, int* next) {
  int slot = atomicAdd(next, 1);
  out[slot] = blockIdx.x * blockDim.x + threadIdx.x; /*A*/
}
