// expect: refuted
// flags: --block 32 --grid 1
// finding: race possible error A B
// Lanes that are active together need not be all that take the branch.
__global__ void neighbours(int* out) {
  __shared__ int tile[32];
  if (threadIdx.x < 16) {
    const unsigned mask = __activemask();
    tile[threadIdx.x] = threadIdx.x; /*A*/
    __syncwarp(mask);
    out[threadIdx.x] = tile[threadIdx.x ^ 1]; /*B*/
  }
}
