// expect: refuted
// finding: race confirmed error A A
// Tiles overlap by one element.
__global__ void tiles(int* out) {
  int i = blockIdx.x * (blockDim.x - 1) + threadIdx.x;
  out[i] = blockIdx.x; /*A*/
}
