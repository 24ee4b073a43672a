// expect: refuted
// finding: race confirmed error A A
// The comma's last operand is the index: g / 2.
__global__ void comma(int* out) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  int h = 0;
  out[(h = g, h /= 2, h)] = g; /*A*/
}
