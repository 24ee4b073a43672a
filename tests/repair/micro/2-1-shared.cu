// cost: 1
// checks: 2
// One barrier orders two arrays.
__global__ void shared(float *out, const float *in) {
  __shared__ float a[256];
  __shared__ float b[256];
  int t = threadIdx.x;
  a[t] = in[t];
  b[t] = in[t + 256];
  out[t] = a[255 - t];
  out[t + 256] = b[255 - t];
}
void launch(float *out, const float *in) { shared<<<1, 256>>>(out, in); }
