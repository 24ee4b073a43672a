// expect: refuted
// flags: --strict-exit
// finding: exited-threads confirmed error A
__global__ void row(float* out, const float* in, int w) {
  extern __shared__ float s[];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  s[threadIdx.x] = in[x];
  __syncthreads(); /*A*/
  out[x] = threadIdx.x > 0 ? s[threadIdx.x - 1] : 0.0f;
}
