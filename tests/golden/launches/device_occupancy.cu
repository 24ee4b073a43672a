// expect: verified
// assumes: blockDim.x % 32
// The block that is best for a kernel is sought in steps of warps: each warp writes a sum.
__global__ void sums(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) out[i / 32] = v;
}

void run(const int* in, int* out, int n) {
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, sums, 0, 0);
  sums<<<(n + block - 1) / block, block>>>(in, out);
}
