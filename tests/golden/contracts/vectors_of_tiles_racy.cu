// expect: refuted
// finding: race confirmed error A A
// suggests: N % 64 == 0
// Rows are as long as the blocks' columns: with the remainder of a tile, threads write to the next
// row. That a multiple of the tile does it is easier to say, and follows from how the host counts
// blocks.
__global__ void scale(float* C, int M, int N, float by) {
  int column = threadIdx.x % 16 * 4, row = threadIdx.x / 16 * 16;
  C += blockIdx.y * 64 * N + blockIdx.x * 64;
  float part[16][4];
  for (int m = 0; m < 16; ++m)
    for (int n = 0; n < 4; ++n) part[m][n] = by * (row + m) + column + n;
  for (int m = 0; m < 16; ++m)
    *(float4*)(&C[(row + m) * N + column]) = *(float4*)(&part[m][0]); /*A*/
}

void run(float* C, int M, int N, float by) {
  scale<<<dim3((N + 63) / 64, (M + 63) / 64), 64>>>(C, M, N, by);
}
