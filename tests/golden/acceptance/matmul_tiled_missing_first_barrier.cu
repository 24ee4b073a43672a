// expect: refuted
// finding: race confirmed error A C
// finding: race confirmed error B C
#define TILE 16
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __requires(blockDim.x == TILE && blockDim.y == TILE);
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float acc = 0.0f;
  for (int m = 0; m < (n + TILE - 1) / TILE; ++m) {
    as[ty][tx] = row < n && m * TILE + tx < n ? a[row * n + m * TILE + tx] : 0.0f;   /*A*/
    bs[ty][tx] = col < n && m * TILE + ty < n ? b[(m * TILE + ty) * n + col] : 0.0f; /*B*/
    for (int k = 0; k < TILE; ++k) acc += as[ty][k] * bs[k][tx]; /*C*/
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = acc;
}
