// expect: refuted
// finding: race confirmed error A A
// suggests: scan(sum, flag)
// Not distinct(sum), which no sum of flags is where one of them is 0.
__global__ void compact(const float* x, const int* flag, const int* sum, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  /*A*/ if (flag[i]) out[sum[i]] = x[i];
}

void host(float* x, int* flag, int* sum, float* out, int n) {
  compact<<<(n + 255) / 256, 256>>>(x, flag, sum, out, n);
}
