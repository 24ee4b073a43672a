// expect: refuted
// flags: --block 32 --grid 1
// finding: divergence confirmed error A
// A mask from outside of the branch names lanes that do not take it.
__global__ void leaves(int* out) {
  const unsigned mask = __activemask();
  if (threadIdx.x < 16) {
    __syncwarp(mask); /*A*/
    out[threadIdx.x] = 1;
  }
}
