// expect: verified
// finding: same-value-write any warning A A
__global__ void any_negative(const float* in, int* flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] < 0.0f) *flag = 1; /*A*/
}
