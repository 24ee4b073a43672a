// expect: refuted
// finding: exited-threads confirmed warning A
// finding: race confirmed error B C
// The leavers change nothing about the missing second barrier.
__global__ void row(float* out, const float* in, int w, int n) {
  extern __shared__ float s[];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  float v = 0.0f;
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = in[x + i]; /*B*/
    __syncthreads(); /*A*/
    v += threadIdx.x > 0 ? s[threadIdx.x - 1] : 0.0f; /*C*/
  }
  out[x] = v;
}
