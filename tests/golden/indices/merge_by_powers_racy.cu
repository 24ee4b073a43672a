// expect: refuted
// flags: --block 256 --assume "stride > 0 && (stride & (stride - 1)) == 0"
// finding: race confirmed error B C
// more: yes
// The partner two strides off is a cell of another thread.
__global__ void merge(unsigned* keys, unsigned stride) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned pos = 2 * t - (t & (stride - 1));
  unsigned a = keys[pos], b = keys[pos + 2 * stride];
  keys[pos] = a < b ? a : b; /*B*/
  keys[pos + 2 * stride] = a < b ? b : a; /*C*/
}
