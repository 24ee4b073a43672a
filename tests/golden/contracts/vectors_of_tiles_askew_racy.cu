// expect: refuted
// finding: race any error A A
// Blocks begin four columns before the one in front ends: no length of rows helps.
__global__ void scale(float* C, int M, int N, float by) {
  int column = threadIdx.x % 16 * 4, row = threadIdx.x / 16 * 16;
  C += blockIdx.y * 64 * N + blockIdx.x * 60;
  float part[16][4];
  for (int m = 0; m < 16; ++m)
    for (int n = 0; n < 4; ++n) part[m][n] = by * (row + m) + column + n + blockIdx.x;
  for (int m = 0; m < 16; ++m)
    *(float4*)(&C[(row + m) * N + column]) = *(float4*)(&part[m][0]); /*A*/
}

void run(float* C, int M, int N, float by) {
  scale<<<dim3((N + 63) / 64, (M + 63) / 64), 64>>>(C, M, N, by);
}
