// expect: verified
// flags: --block 16,16
// Tiles below the diagonal, numbered row by row.
__global__ void fill(float* a) {
  if (blockIdx.x > blockIdx.y) return;
  unsigned tile = blockIdx.y * (blockIdx.y + 1) / 2 + blockIdx.x;
  a[tile * 256 + threadIdx.y * 16 + threadIdx.x] = blockIdx.x;
}
