// A race that happens for some contents of the input only.
// expect: refuted
// finding: race possible error W W
// finding: race possible error W R
// depends: what parameter param_0 points to

__global__ void __launch_bounds__(64) data_race(const float* in, float* out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  float x = in[t];
  if (x > 1.0f) {
    s[0] = x; /*W*/
    s[t] = s[t] * x; /*W*/ /*R*/
  }
  __syncthreads();
  out[t] = s[63 - t];
}
