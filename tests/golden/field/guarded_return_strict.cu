// expect: refuted
// origin: pytorch/FBGEMM 5857
// flags: --strict-exit
// finding: exited-threads confirmed error A
__global__ void pool(float* out, const float* in, int n) {
  __shared__ float scale;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) scale = in[blockIdx.x];
  if (i >= n) return;
  __syncthreads(); /*A*/
  out[i] = in[i] * scale;
}
