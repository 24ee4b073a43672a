// expect: verified
// A tile is transposed again and again; both barriers of the outer loop are there.
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
      tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    if (xt < height && yt < width)
      out[yt * height + xt] = tile[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
}
