// expect: refuted
// finding: race confirmed error A B
// The wrap keeps thread 0 out, threads 1 to 4 are in.
__global__ void left(int* out) {
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  s[t] = t; /*A*/
  if (t - 1 < 4) s[t - 1] = 9; /*B*/
}
