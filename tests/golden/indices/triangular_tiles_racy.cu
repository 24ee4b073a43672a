// expect: refuted
// flags: --block 16,16
// finding: race confirmed error A A
// more: yes
// One tile above the diagonal is the first of the next row.
__global__ void fill(float* a) {
  if (blockIdx.x > blockIdx.y + 1) return;
  unsigned tile = blockIdx.y * (blockIdx.y + 1) / 2 + blockIdx.x;
  a[tile * 256 + threadIdx.y * 16 + threadIdx.x] = blockIdx.x; /*A*/
}
