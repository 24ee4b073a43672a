// `c ? a : b` is one of the two cells, for a reference and for an assignment.
// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// finding: race confirmed error B B
__global__ void choices(int* out) {
  __shared__ int s[64], r[64], q[64];
  const int t = threadIdx.x;
  int& x = t < 32 ? s[t] : s[t - 32];
  x = t; /*A*/
  (t % 2 == 0 ? r[t] : q[t / 4]) = t; /*B*/
}
