// expect: refuted
// flags: --block 32 --assume "C > 0"
// finding: race confirmed error W V
// The same with four writes of one float each: they need no alignment.
__global__ void k(float *out, int C) {
  float *row = out + blockIdx.x * C;
  for (int i = threadIdx.x; 4 * i < C; i += 32) {
    row[4 * i] = blockIdx.x; /*W*/
    row[4 * i + 1] = blockIdx.x; /*V*/
  }
}
