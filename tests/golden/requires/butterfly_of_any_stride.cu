// expect: refuted
// finding: race confirmed error A A
// more: yes
// suggests: (stride & (stride - 1)) == 0
// What rules one pair out rules the others out, too: they are not asked about for long, so whether
// the two writes of one value are told, too, depends on which question is answered first.
__global__ void butterfly(float* d, int stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  int low = i & (stride - 1);
  int a = ((i - low) << 1) + low, b = a + stride;
  float x = d[a], y = d[b]; /*A*/
  d[a] = x + y; /*A*/
  d[b] = x - y; /*A*/
}
