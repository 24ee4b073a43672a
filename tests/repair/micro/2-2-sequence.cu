// cost: 2
// checks: 3
// Written, read, and written anew.
__global__ void sequence(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[255 - t];
  s[t] = in[t + 256];
  out[t + 256] = s[t];
}
void launch(float *out, const float *in) { sequence<<<1, 256>>>(out, in); }
