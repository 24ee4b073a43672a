// expect: refuted
// finding: race confirmed error A A
// Rows of blocks are counted with the wrong dimension.
__global__ void tiles(int* out) {
  int b = blockIdx.y * gridDim.y + blockIdx.x;
  out[b * blockDim.x + threadIdx.x] = b + blockIdx.y; /*A*/
}
