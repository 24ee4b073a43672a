// expect: refuted
// finding: divergence confirmed error A
// The bound is uniform in a warp, not in the block.
__global__ void warps(int* out, int n) {
  int w = threadIdx.x / 32;
  for (int i = 0; i < w; i++) __syncthreads(); /*A*/
}
