// cost: 1
// checks: 2
// The barrier before a loop costs less than the one in it.
__global__ void before_loop(float *out, const float *in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[(t + i) % 256];
  out[t] = sum;
}
void launch(float *out, const float *in, int n) { before_loop<<<1, 256>>>(out, in, n); }
