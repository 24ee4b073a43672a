// expect: refuted
// finding: race confirmed error A B
__global__ void rows(float* out, const float* in, int n) {
  __shared__ float s[32][32];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  float v = 0.0f;
  for (int i = 0; i < n; i++) {
    s[w][l] = in[i * blockDim.x + threadIdx.x]; /*A*/
    __syncwarp();
    v += s[w][31 - l]; /*B*/
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
