// expect: refuted
// finding: race confirmed error A B
// The closing barrier of the outer loop is missing: the next round's store meets this round's load.
#define TILE 32
__global__ void transpose_repeated(float* out, const float* in, int width, int height, int reps) {
  __requires(blockDim.x == TILE && blockDim.y == TILE && blockDim.z == 1);
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  int xt = blockIdx.y * TILE + threadIdx.x;
  int yt = blockIdx.x * TILE + threadIdx.y;
  for (int r = 0; r < reps; r++) {
    if (x < width && y < height)
      tile[threadIdx.y][threadIdx.x] = in[y * width + x]; /*A*/
    __syncthreads();
    if (xt < height && yt < width)
      out[yt * height + xt] = tile[threadIdx.x][threadIdx.y]; /*B*/
  }
}
