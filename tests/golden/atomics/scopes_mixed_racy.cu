// expect: refuted
// finding: race confirmed error A B
//
// One side is atomic for the device, the other for its block alone.
__global__ void mixed(int *cell) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) atomicAdd_block(cell, 1); /*A*/
  } else if (blockIdx.x == 1) {
    atomicAdd(cell, 1); /*B*/
  }
}
