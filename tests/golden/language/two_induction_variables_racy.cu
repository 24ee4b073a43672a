// expect: refuted
// finding: race confirmed error A A
// The second counter grows by 2 per round while rows are n apart.
__global__ void gather(int* out, const int* in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int j = t * n;
  for (int i = 0; i < n; i++) {
    out[j] = t; /*A*/
    j += 2;
  }
}
