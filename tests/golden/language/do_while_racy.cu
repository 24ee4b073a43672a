// expect: refuted
// finding: race confirmed error A B
// The body runs once even for n = 0, so the race is there without a second round.
__global__ void rounds(int* out, int n) {
  __requires(n <= 0);
  extern __shared__ int s[];
  int t = threadIdx.x, v = 0, k = 0;
  do {
    s[t] = k; /*A*/
  } while (++k < n);
  v = s[blockDim.x - 1 - t]; /*B*/
  out[blockIdx.x * blockDim.x + t] = v;
}
