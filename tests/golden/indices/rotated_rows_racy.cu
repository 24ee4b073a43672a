// expect: refuted
// flags: --block 16,16
// finding: race confirmed error A A
// more: yes
// Twice the column: rows of even width go round.
__global__ void rotate(float* out, const float* in, int w) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w) out[y * w + (2 * x + y) % w] = in[y * w + x]; /*A*/
}
