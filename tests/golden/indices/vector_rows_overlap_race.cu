// expect: refuted
// flags: --block 32 --assume "C > 0"
// finding: race confirmed error W W
// Aligned rows overlap, too, where there are fewer floats between them than are written.
__global__ void k(float *out, int C) {
  float4 *row = reinterpret_cast<float4 *>(out + blockIdx.x * C);
  for (int i = threadIdx.x; 4 * i <= C; i += 32)
    row[i] = make_float4(blockIdx.x, i, 0, 0); /*W*/
}
