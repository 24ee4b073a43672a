// expect: verified
// flags: --block 32 --assume "C > 0"
// Rows of C floats, written four at a time: the writes reach into the next row only where C % 4 != 0,
// and there they are not aligned.
__global__ void k(float *out, int C) {
  float4 *row = reinterpret_cast<float4 *>(out + blockIdx.x * C);
  for (int i = threadIdx.x; 4 * i < C; i += 32)
    row[i] = make_float4(blockIdx.x, i, 0, 0);
}
