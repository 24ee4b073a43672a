// cost: 200
// checks: 5
// The inner loop only reads: its barriers stand in the outer one.
__global__ void nested(float *out, const float *in, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = in[i * 256 + t];
    for (int k = 0; k < m; ++k)
      sum += s[(t + k) % 256];
  }
  out[t] = sum;
}
void launch(float *out, const float *in, int n, int m) { nested<<<1, 256>>>(out, in, n, m); }
