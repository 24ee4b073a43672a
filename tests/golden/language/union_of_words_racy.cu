// expect: refuted
// finding: race confirmed error A B
// A byte of the word that the next thread writes whole.
union Word {
  float f;
  unsigned char bytes[4];
};
__global__ void flip(float* data) {
  __shared__ Word w[128];
  int t = threadIdx.x;
  if (t >= 127 || blockIdx.x > 0) return;
  w[t].f = t; /*A*/
  w[t + 1].bytes[3] = t; /*B*/
}
