// expect: refuted
// finding: race confirmed error A A
__global__ void wide(double* out, long long n) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i >> 1] = i; /*A*/
}
