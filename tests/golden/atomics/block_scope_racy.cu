// expect: refuted
// finding: race confirmed error A
//
// Atomic for the threads of one block only; all blocks count in one cell, and the kernel mentions
// no dimension of the grid.
__global__ void count(int *cell) {
  atomicAdd_block(cell, 1); /*A*/
}
