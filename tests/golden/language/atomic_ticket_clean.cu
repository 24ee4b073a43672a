// expect: verified
// A ticket selects the cell, but the write to it is atomic as well.
__global__ void tickets(int* next, int* log) {
  int mine = atomicAdd(next, 1);
  atomicExch(&log[mine], 1);
}
