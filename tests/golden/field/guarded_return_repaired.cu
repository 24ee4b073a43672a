// expect: verified
// origin: pytorch/FBGEMM 5857
// flags: --strict-exit
__global__ void pool(float* out, const float* in, int n) {
  __shared__ float scale;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) scale = in[blockIdx.x];
  __syncthreads();
  if (i < n) out[i] = in[i] * scale;
}
