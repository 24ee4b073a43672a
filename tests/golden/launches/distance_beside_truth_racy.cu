// expect: refuted
// finding: race confirmed error A B
// Two parts of one array, and a truth value that is passed beside them.
__global__ void halves(float* low, float* high, int n, bool backwards) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) low[i] = backwards ? n - i : i; /*A*/
  if (i < n) high[i] = i; /*B*/
}

void run(float* all, int n, bool backwards) {
  halves<<<(n + 256) / 256, 256>>>(all, all + n, n, backwards);
}
