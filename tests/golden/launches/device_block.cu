// expect: verified
// assumes: blockDim = (1024, 1, 1)
// A block as large as every device runs it is whole warps, and fills what is shared.
__global__ void sums(const int* in, int* out) {
  __shared__ int warps[32];
  int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (t % 32 == 0) warps[t / 32] = v;
  __syncthreads();
  if (t < 32) out[blockIdx.x * 32 + t] = warps[t];
}

void run(const int* in, int* out, int blocks) {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return;
  int threads = device.maxThreadsPerBlock;
  if (threads % device.warpSize) return;
  sums<<<blocks, threads>>>(in, out);
}
