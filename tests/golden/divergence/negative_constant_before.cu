// expect: refuted
// finding: divergence confirmed error A A
// The replay passes a loop over floats that starts below zero.
__global__ void smooth(float* out, const float* in, int n) {
  __shared__ float s[64];
  int i = threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (float k = -1.5f; k <= 1.5f; k += 0.5f)
      sum += in[i] * k;
    s[i] = sum;
    __syncthreads(); /*A*/
    out[blockIdx.x * 64 + i] = s[n - 1 - i];
  }
}
void run(float* out, float* in, int n) { smooth<<<8, 64>>>(out, in, n); }
