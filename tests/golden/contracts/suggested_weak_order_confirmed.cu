// expect: refuted
// finding: race confirmed error A B
// finding: race confirmed error B C
// finding: race confirmed error A C
// finding: same-value-write any warning A A
// finding: same-value-write any warning B B
// finding: same-value-write any warning C C
// suggests: first >= 0 && length >= n && n >= 0
// Planes that are as long as what is written of them: `n < length` would say more, and so does a length that
// has to do with the blocks.
__global__ void planes(int n, int first, const float* from, int length, float* to) {
  const unsigned i = 256 * blockIdx.x + threadIdx.x + first;
  if (i - first >= n) return;
  const float v = from[i];
  to[i] = v > 0 ? v : 0;              /*A*/
  to[i + length] = v < 0 ? v : 0;     /*B*/
  to[i + 2 * length] = v * 2;         /*C*/
}
