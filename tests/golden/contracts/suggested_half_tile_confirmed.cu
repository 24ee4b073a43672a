// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B C
// finding: race confirmed error D D
// suggests: blockDim.x <= 16 && blockDim.y <= 8 && height >= 0
// more: yes
// A block of 16 x 8 threads, or of fewer: that it has just so many, and that there are as many rows as it has
// threads along x, is more than is needed.
#define TILE 16
#define HALF 8
__global__ void transpose(float* to, const float* from, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * HALF + threadIdx.y;
  if (x < 2 * width && y < height) tile[threadIdx.y * 2][threadIdx.x] = from[y * 2 * width + x]; /*A*/
  __syncthreads();
  tile[threadIdx.y * 2 + 1][threadIdx.x] /*B*/ = tile[threadIdx.y * 2][threadIdx.x + 1]; /*C*/
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * HALF + threadIdx.y;
  if (x < height * 2 && y < width) to[y * height * 2 + x] = tile[threadIdx.x][threadIdx.y * 2]; /*D*/
}
