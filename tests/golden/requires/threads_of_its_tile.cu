// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 256
// A tile of 64 x 64 has 16 x 16 threads, whatever m is: that it has 64 rows at most would leave one row of blocks.
__global__ void fill(const float* a, float* c, int m, int n) {
  int t = threadIdx.x;
  int row = blockIdx.y * 64 + (t / 16) * 4, col = blockIdx.x * 64 + (t % 16) * 4;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      if (row + i < m && col + j < n) c[(row + i) * n + col + j] = a[row + i] * (float)t;
}
