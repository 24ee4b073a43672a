// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// suggests: blockDim.x == 32 && blockDim.y <= 8 && height >= gridDim.y * blockDim.x
// Which of the races is explained first does not decide in which order the parts are named.
// No launch says which blocks these are: of 32 x 8 threads, each of which has four rows of the tile.
__global__ void transpose(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int row = 0; row < 32; row += 8) tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * width + x]; /*A*/
  __syncthreads();
  for (int row = 0; row < 32; row += 8) out[(blockIdx.x * 32 + threadIdx.y + row) * height + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + row]; /*B*/
}
