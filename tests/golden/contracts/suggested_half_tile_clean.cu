// expect: verified
// flags: --assume "blockDim.x <= 16 && blockDim.y <= 8 && height >= 0"
// Blocks that are not larger than 16 x 8 do.
#define TILE 16
#define HALF 8
__global__ void transpose(float* to, const float* from, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * HALF + threadIdx.y;
  if (x < 2 * width && y < height) tile[threadIdx.y * 2][threadIdx.x] = from[y * 2 * width + x];
  __syncthreads();
  tile[threadIdx.y * 2 + 1][threadIdx.x] = tile[threadIdx.y * 2][threadIdx.x + 1];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * HALF + threadIdx.y;
  if (x < height * 2 && y < width) to[y * height * 2 + x] = tile[threadIdx.x][threadIdx.y * 2];
}
