// expect: verified
// An array of pointers of which each thread takes its own.
__global__ void halves(float* even, float* odd) {
  float* rows[2] = {even, odd};
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  rows[t % 2][t / 2] = t;
}
