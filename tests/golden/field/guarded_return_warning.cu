// expect: verified
// origin: pytorch/FBGEMM 5857
// finding: exited-threads confirmed warning A
// Threads past the end return before the block's barrier: works on NVIDIA, hangs elsewhere.
__global__ void pool(float* out, const float* in, int n) {
  __shared__ float scale;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) scale = in[blockIdx.x];
  if (i >= n) return;
  __syncthreads(); /*A*/
  out[i] = in[i] * scale;
}
