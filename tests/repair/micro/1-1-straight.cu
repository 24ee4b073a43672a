// cost: 1
// checks: 2
// Neighbours exchange values once.
__global__ void straight(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  float twice = 2 * in[t];
  out[t] = twice + s[255 - t];
}
void launch(float *out, const float *in) { straight<<<1, 256>>>(out, in); }
