// expect: refuted
// flags: --block 4
// finding: race confirmed error A B
// As doubling_break_first, with an iteration number that is unsigned: k - 1 is large at k = 0.
// more: yes
__global__ void k(int* out) {
  __shared__ int s[64];
  for (unsigned i = 1; i < 100u; i *= 2) {
    s[1 + 4 * i] = threadIdx.x; /*A*/
    if (i & 1) break;
  }
  out[threadIdx.x] = s[1 + blockDim.x]; /*B*/
}
