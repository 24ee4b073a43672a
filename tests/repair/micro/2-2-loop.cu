// cost: 200
// checks: 5
// Written and read in each iteration: a barrier between, and one along the back edge.
__global__ void loop(float *out, const float *in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    s[t] = in[i * 256 + t];
    out[i * 256 + t] = s[255 - t];
  }
}
void launch(float *out, const float *in, int n) { loop<<<1, 256>>>(out, in, n); }
