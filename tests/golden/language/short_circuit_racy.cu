// expect: refuted
// finding: race confirmed error A B
__global__ void pick(int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  if (t > 0) s[t] = t; /*A*/
  if (t == 0 && s[1] > 3) out[blockIdx.x] = 1; /*B*/
}
