// expect: refuted
// finding: race confirmed error A A
// The loop over the bits of a word ends when the only bit is shifted out; what follows is reached.
__global__ void fill(int* v, unsigned bits) {
  int n = 0;
  for (unsigned bit = 1; bit; bit <<= 1) n += (bits & bit) != 0;
  v[n] = threadIdx.x; /*A*/
}
