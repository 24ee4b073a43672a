// expect: refuted
// finding: race confirmed error A B
// `||` reads where the left operand fails.
__global__ void pick(int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  if (t < 8 || s[t - 8] > 3) out[blockIdx.x * blockDim.x + t] = 1; /*B*/
}
