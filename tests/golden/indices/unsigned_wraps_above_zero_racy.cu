// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// more: yes
// The sum of threadIdx.x and a negative number wraps and is a small one again.
__global__ void above(int *out, int first, int pitch, bool back, unsigned n) {
  const unsigned k = threadIdx.x + first;
  if (first < 0 && k < n) out[0] = threadIdx.x; /*A*/
  const size_t m = (size_t)threadIdx.x + first;
  if (first < 0 && m < n) out[1] = threadIdx.x; /*B*/
  const unsigned p = threadIdx.x * pitch + 8;
  if (pitch < 0 && p < 8) out[2] = threadIdx.x; /*C*/
  const unsigned q = threadIdx.x + (back ? (unsigned)first : 100u);
  if (q < 50) out[3] = threadIdx.x; /*D*/
}
