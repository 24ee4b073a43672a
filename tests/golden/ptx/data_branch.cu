// Which of two values is stored depends on the data; that something is stored does not.
// expect: verified

__global__ void __launch_bounds__(64) data_branch(const float* in, float* out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  float x = in[t];
  if (x > 1.0f) {
    s[t] = x * x;
    s[t] = s[t] + 1;
  } else {
    s[t] = 3;
  }
  __syncthreads();
  out[t] = s[63 - t];
}
