// cost: 0.5
// checks: 4
// Under the condition that all threads share the barrier costs less; under the other one it would
// diverge.
__global__ void condition(float *out, const float *in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < 128)
    s[t] = in[t];
  if (n > 1)
    out[t] = s[t / 2];
}
void launch(float *out, const float *in, int n) { condition<<<1, 256>>>(out, in, n); }
