// expect: refuted
// flags: --block 32 --grid 16
// finding: race confirmed error A A
__axiom(blockIdx.x <= 8);

__global__ void fill(int* p) {
  if (blockIdx.x >= 8) p[0] = threadIdx.x; /*A*/
}
