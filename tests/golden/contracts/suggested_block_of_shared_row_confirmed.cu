// expect: refuted
// finding: race confirmed error A A
// suggests: W >= 0 && blockDim.x <= 16 && blockDim.y <= 16
// The host says elsewhere how large a block is: as many threads as cells are shared, in rows of as
// many as the kernel counts by.
#define BLOCK_X 16
#define BLOCK_Y 16

__global__ void __launch_bounds__(BLOCK_X * BLOCK_Y)
    render(const int* list, const float* from, float* image, int W, int H, int rounds) {
  __shared__ float batch[BLOCK_X * BLOCK_Y];
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const unsigned rank = threadIdx.y * blockDim.x + threadIdx.x;
  const bool inside = x < W && y < H;
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    batch[rank] = from[list[i * BLOCK_X * BLOCK_Y + rank]];
    __syncthreads();
    for (int k = 0; k < BLOCK_X * BLOCK_Y; ++k)
      sum += batch[k];
  }
  if (inside) image[W * y + x] = sum + x; /*A*/
}
