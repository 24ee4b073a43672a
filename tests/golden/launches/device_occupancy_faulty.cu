// expect: refuted
// finding: race confirmed error A A
// suggests: blockDim.x %
// With a limit it is what the caller allows, which need not be whole warps.
__global__ void sums(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0) out[i / 32] = in[i]; /*A*/
}

void run(const int* in, int* out, int n, int most) {
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, sums, 0, most);
  sums<<<(n + block - 1) / block, block>>>(in, out);
}
