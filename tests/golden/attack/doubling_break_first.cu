// expect: refuted
// flags: --block 4
// finding: race confirmed error A B
// The loop breaks in its first iteration: no value of the loop's variable lies before that one.
// more: yes
__global__ void k(int* out) {
  __shared__ int s[64];
  for (int i = 1; 1; i *= 2) {
    s[1 + 4 * i] = threadIdx.x; /*A*/
    if (i & 1) break;
  }
  out[threadIdx.x] = s[1 + blockDim.x]; /*B*/
}
